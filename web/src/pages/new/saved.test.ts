import { expect, test } from "vitest";
import { handedScenario, linkToScenario, readSaved, readScenario } from "./saved";

test("a record is known by its first header", () => {
  const text = '[Meuse "1"]\n[Game "coin"]\n[Scenario "short"]\n\n1. red: toss {4}\n';
  expect(readSaved(text)).toEqual({ kind: "record", game: "coin", scenario: "short" });
});

test("a position is known by what it names, tables and all", () => {
  const text = 'game = "coin"\nscenario = "short"\n[units]\n"1" = ["G.19"]\n';
  expect(readSaved(text)).toEqual({ kind: "position", game: "coin", scenario: "short" });
});

test("a position inside a record does not make it one", () => {
  expect(readSaved('[Meuse "1"]\r\n[Game "coin"]\r\n| game = "other"\r\n')).toMatchObject({ kind: "record", game: "coin" });
});

test("anything else is nothing", () => {
  expect(readSaved("Dear Sir")).toBeNull();
  expect(readSaved("")).toBeNull();
});

test("a scenario says what it is called and who plays together", () => {
  const text = "title = 'My war'\nplayers = [\n  ['red'],\n  ['blue', 'green'],\n]\nstarts = 'blue'\nrounds = 3\n";
  expect(readScenario(text)).toEqual({ title: "My war", players: [["red"], ["blue", "green"]], starts: "blue" });
  expect(readScenario('players = [["red", "blue"]]')).toEqual({ title: "", players: [["red", "blue"]], starts: "" });
  for (const other of ["", "players = 7", 'players = [["red", 7]]', "Dear Sir"]) expect(readScenario(other).players).toBeNull();
});

test("a link brings a scenario along", () => {
  const link = linkToScenario("coin", 'title = "Émile"\n');
  expect(link).toMatch(/^\/new\/coin#own=[\w-]+$/);
  expect(handedScenario(link.slice(link.indexOf("#")))).toBe('title = "Émile"\n');
  expect(handedScenario("#dice")).toBe("");
});
