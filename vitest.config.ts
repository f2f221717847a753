import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tests run on the sources, so that coverage and stack traces name them; processes run what is built.
const alias = readdirSync(here("packages")).flatMap((name) => {
  const scoped = `@pilothouse/${name}`;
  return [
    { find: new RegExp(`^${scoped}$`), replacement: here(`packages/${name}/src/index.ts`) },
    { find: new RegExp(`^${scoped}/(.+)$`), replacement: here(`packages/${name}/src/$1.ts`) },
  ];
});

const EVERYWHERE = ["packages/*/src/**/*.test.ts", "tests/**/*.test.ts"];
/** Packages whose tests start no process and leave nothing running. */
const IN_PROCESS = ["cli", "client", "console", "protocol", "server", "system"].map(
  (name) => `packages/${name}/src/**/*.test.ts`,
);

export default defineConfig({
  resolve: { alias },
  test: {
    // What runs in the test's own process shares modules with the other files of its worker: loading them again for
    // each file took longer than the tests. Those that start processes, fill memory or count have a process for each file.
    projects: [
      { extends: true, test: { name: "shared", include: IN_PROCESS, isolate: false } },
      { extends: true, test: { name: "alone", include: EVERYWHERE, exclude: IN_PROCESS } },
    ],
    // They end what hangs, and judge nothing: a busy machine may be many times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Many tests wait for processes and hashes rather than compute.
    maxWorkers: 3,
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts"] },
  },
});
