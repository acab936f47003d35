import type { Desk } from "./desk.svelte";
import type { Target } from "./targets";

/**
 * What the targets of a layer do at the keyboard: the focus shows what a pointer would, Enter and Space choose.
 * The layer listens for all of them: there may be thousands.
 */
export function press(desk: Desk) {
  const targetOf = (event: Event): Target | undefined => desk.byKey.get((event.target as SVGElement).dataset.key ?? "");
  return {
    onfocusin: (event: FocusEvent) => {
      const target = targetOf(event);
      // a press of the mouse gives the focus too, and nothing may move under it
      if (!target || !(event.target as Element).matches(":focus-visible")) return;
      desk.over = null;
      desk.focused = target.key;
      if (target.piece && (desk.heapAt.get(target.place)?.seen ?? 0) > 1 && desk.ground.hexes) desk.fanned = target.place;
      desk.onover(target);
      desk.camera?.centre(desk.spotOf(target.piece, target.place) ?? target, { lazily: true });
    },
    onfocusout: (event: FocusEvent) => {
      const { key = "" } = (event.target as SVGElement).dataset;
      if (!key || desk.focused !== key) return;
      const place = desk.byKey.get(key)?.place;
      desk.focused = "";
      if (place && desk.fanned === place) desk.fanned = "";
    },
    onkeydown: (event: KeyboardEvent) => {
      const target = targetOf(event);
      // with a cursor on the map the keys are about what it is on
      if (!target || (event.key !== "Enter" && event.key !== " ") || desk.cursor) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      const spot = desk.spotOf(target.piece, target.place) ?? target;
      desk.onchoose(target, desk.camera?.toFrame(spot) ?? spot);
    },
  };
}
