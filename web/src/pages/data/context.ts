import { getContext, setContext } from "svelte";

const KEY = Symbol("game");

/** Sources cite rulings of the game whose data it is. */
export const setGame = (game: () => string): void => void setContext(KEY, game);
export const getGame = (): (() => string) => getContext<() => string>(KEY);
