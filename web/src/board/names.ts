/** Names of what is drawn once and referred to. */
export const faceId = (face: string): string => `face-${face.replace(/[^\w-]/g, "_")}`;
export const hatchId = (kind: string, index: number): string => `hatch-${kind}-${index}`;
