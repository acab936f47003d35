import type { Desk } from "./desk.svelte";
import type { Target } from "./targets";

/** What a target on the map does at the keyboard: the focus shows what a pointer would, Enter and Space choose. */
export function press(desk: Desk, target: Target) {
  return {
    onfocus: (event: FocusEvent) => {
      // a press of the mouse gives the focus too, and nothing may move under it
      if (!(event.currentTarget as Element).matches(":focus-visible")) return;
      desk.over = null;
      desk.focused = target.key;
      if (target.piece && (desk.heapAt.get(target.place)?.seen ?? 0) > 1 && desk.ground.hexes) desk.fanned = target.place;
      desk.onover(target);
      desk.camera?.centre(desk.spotOf(target.piece, target.place) ?? target, { lazily: true });
    },
    onblur: () => {
      if (desk.focused !== target.key) return;
      desk.focused = "";
      if (desk.fanned === target.place) desk.fanned = "";
    },
    onkeydown: (event: KeyboardEvent) => {
      // with a cursor on the map the keys are about what it is on
      if ((event.key !== "Enter" && event.key !== " ") || desk.cursor) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      const spot = desk.spotOf(target.piece, target.place) ?? target;
      desk.onchoose(target, desk.camera?.toFrame(spot) ?? spot);
    },
  };
}
