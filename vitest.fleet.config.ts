import { defineConfig } from "vitest/config";
import base from "./vitest.config.js";

// Its projects would each run these tests again.
const { projects: _projects, ...test } = base.test ?? {};

// The tests with real brokers. They must be run by scripts/nats.mjs, which gives them a network of
// their own; anywhere else they refuse to start a broker, and fail.
// biome-ignore lint/style/noDefaultExport: the test runner wants it so
export default defineConfig({
  ...base,
  test: {
    ...test,
    include: ["packages/fleet/src/**/*.fleet-test.ts", "tests/**/*.fleet-test.ts"],
    // They run beside the other tests, which have the cores, and wait five sixths of their time: two files share it.
    maxWorkers: 2,
    isolate: false,
  },
});
