import { fileURLToPath } from "node:url";
import { chosen } from "./parts.mjs";

const { name, mutate } = chosen();
const kept = ".stamps/mutation";

export default {
  mutate,
  plugins: [fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner"))],
  testRunner: "vitest",
  vitest: { configFile: "tools/mutation/vitest.config.ts" },
  // The TypeScript here has no programming interface to rewrite a tsconfig.json with; Vitest needs none.
  tsconfigFile: "tools/mutation/no-tsconfig.json",
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 1,
  // A busy machine is many times slower.
  timeoutMS: 30_000,
  incremental: true,
  incrementalFile: `${kept}/${name}.json`,
  tempDirName: `${kept}/tmp-${name}`,
  reporters: ["clear-text", "json", "progress-append-only", "event-recorder"],
  // A file for each mutant as soon as it was tried: a run that is stopped has shown something.
  eventReporter: { baseDir: `${kept}/${name}-events` },
  jsonReporter: { fileName: `${kept}/${name}-report.json` },
  clearTextReporter: { logTests: false, allowColor: false },
  ignorePatterns: ["dist", ".stamps", "bench", "docs", "examples", "deploy", "packages/console"],
};
