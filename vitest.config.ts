import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { texts } from "./packages/console/texts.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tests run on the sources, so that coverage and stack traces name them and nothing has to be built for them; processes
// run what is built. `npm test` has just built everything: there tests load the same files as the processes, since to
// compile the sources once more in each of its four runs and to load them through the test runner took a minute.
const runsBuilt = process.env["PILOTHOUSE_TEST_BUILT"] !== undefined;

const alias = readdirSync(here("packages")).flatMap((name) => {
  const scoped = `@pilothouse/${name}`;
  return [
    { find: new RegExp(`^${scoped}$`), replacement: here(`packages/${name}/src/index.ts`) },
    { find: new RegExp(`^${scoped}/(.+)$`), replacement: here(`packages/${name}/src/$1.ts`) },
  ];
});

/** What is a test itself, or serves only tests, is not built. */
const SOURCE = /^(.*\/packages\/[^/]+)\/src\/(?!(?:.*\/)?(?:testing|testnet)\/)(.+)(?<![.-]test)\.ts$/;

const built: Plugin = {
  name: "built",
  enforce: "pre",
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const [, dir, name] = SOURCE.exec(found?.id ?? "") ?? [];
    const file = `${dir}/dist/${name}.js`;
    return name !== undefined && existsSync(file) ? file : found;
  },
};

const EVERYWHERE = ["packages/*/src/**/*.test.ts", "tests/**/*.test.ts"];
/** These measure or limit their own process, play its timers, or use the whole machine. */
const ALONE = ["access/timing", "input/hostile-answers", "overload/*"]
  .map((name) => `tests/attacks/${name}.test.ts`)
  .concat("tests/faults/*.test.ts", "tests/model/*.test.ts");
/** What drives the browser follows every promise of its process, which makes all that comes after it slower by a third. */
const BROWSER = ["tests/console/**/*.test.ts", "tests/attacks/browser/*.test.ts"];

export default defineConfig({
  resolve: { alias },
  plugins: [texts(), ...(runsBuilt ? [built] : [])],
  test: {
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    // The files of a worker share a process and its modules: loading them again for each file took longer than the tests.
    projects: [
      { extends: true, test: { name: "alone", include: ALONE } },
      { extends: true, test: { name: "browser", include: BROWSER, isolate: false } },
      {
        extends: true,
        test: { name: "shared", include: EVERYWHERE, exclude: [...ALONE, ...BROWSER], isolate: false },
      },
    ],
    setupFiles: [here("tests/support/each-file.ts")],
    globalSetup: [here("tests/support/whole-run.ts")],
    // They end what hangs, and judge nothing: a busy machine may be many times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Many tests wait for processes and hashes rather than compute.
    maxWorkers: 4,
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts"] },
  },
});
