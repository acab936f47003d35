import type { About, SideInfo } from "../api/model";

const ENEMY = "enemy ";

/**
 * The colours of a game's overlays, in their order: what is called "enemy" is in the enemy's colour, its twin without
 * that word in the colour of the side that looks; what belongs to no side has none.
 */
export function huesOf(about: Pick<About, "sides" | "camps" | "overlays">, viewer: string): (string | undefined)[] {
  const names = Object.keys(about.overlays ?? {});
  const own = about.camps?.find((camp) => camp.sides.includes(viewer))?.sides ?? [viewer];
  const enemy = about.sides.find((side: SideInfo) => !own.includes(side.id));
  const mine = about.sides.find((side) => side.id === viewer);
  return names.map((name) => {
    if (name.startsWith(ENEMY)) return enemy?.colour;
    return names.includes(ENEMY + name) ? mine?.colour : undefined;
  });
}
