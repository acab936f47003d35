import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

declare const process: { env: Record<string, string | undefined> };

// The client is built into the Python package; `npm run dev` talks to a running `meuse serve`, elsewhere by MEUSE_SERVER.
export default defineConfig({
  plugins: [svelte()],
  // milsymbol in pieces: only the kinds of symbols that are used are built in
  resolve: { alias: { "milsymbol/parts": new URL("node_modules/milsymbol/index.mjs", import.meta.url).pathname } },
  build: { outDir: "../src/meuse/server/client", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": { target: process.env.MEUSE_SERVER ?? "http://127.0.0.1:1940", ws: true } } },
  // no test depends on how busy the machine is
  test: { include: ["src/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 },
});
