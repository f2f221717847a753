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

export default defineConfig({
  resolve: { alias },
  test: {
    include: ["packages/*/src/**/*.test.ts", "tests/**/*.test.ts"],
    // They end what hangs, and judge nothing: a busy machine may be many times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Many tests wait for processes and hashes rather than compute.
    maxWorkers: 3,
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts"] },
  },
});
