import { defineConfig } from "vitest/config";
import base from "./vitest.config.js";

// Its projects would each run these tests again.
const { projects: _projects, ...test } = base.test ?? {};

// The tests with real routers. They must be run by scripts/i2pd.mjs, which gives them a network of
// their own; anywhere else they refuse to start a router, and fail.
// biome-ignore lint/style/noDefaultExport: the test runner wants it so
export default defineConfig({
  ...base,
  test: {
    ...test,
    include: ["packages/drivers/src/i2pd/**/*.router-test.ts", "tests/**/*.router-test.ts"],
    // All routers share one machine and one set of addresses.
    fileParallelism: false,
    isolate: false,
  },
});
