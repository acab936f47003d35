import { expect, it, vi } from "vitest";
import { api } from "../api/client";
import { Desk } from "../board/desk.svelte";
import { choice, hexPlan } from "../board/sample";
import { Thoughts } from "./thoughts.svelte";

vi.mock("../api/client", () => ({ api: { preview: vi.fn() } }));

it("odds that could not be had are not waited for, and are asked again", async () => {
  const thoughts = new Thoughts("m", new Desk(hexPlan(), [], []));
  const attack = choice("attack", { odds: true });
  vi.mocked(api.preview).mockRejectedValueOnce(new Error()).mockResolvedValueOnce({ preview: {} } as never);
  await thoughts.weigh(attack);
  expect(thoughts.odds).toBeNull();
  await thoughts.weigh(attack);
  expect(thoughts.odds?.odds).not.toBeNull();
  expect(api.preview).toHaveBeenCalledTimes(2);
});
