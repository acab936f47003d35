/** The part of milsymbol we use: its pieces can be had one by one, but it declares no types for that. */
declare module "milsymbol/parts" {
  export interface Icons {
    readonly type: string;
  }
  export const ms: {
    addIcons(icons: Icons[]): void;
    Symbol: new (code: string, look: Record<string, unknown>) => { asSVG(): string; isValid(): boolean };
  };
  export const letterground: Icons;
  export const letterair: Icons;
  export const lettersea: Icons;
  export const lettersubsurface: Icons;
  export const letterinstallations: Icons;
}
