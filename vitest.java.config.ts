import { defineConfig } from "vitest/config";
import base from "./vitest.config.js";

// Its projects would each run these tests again.
const { projects: _projects, ...test } = base.test ?? {};

// The contract of drivers, with an installed Java I2P. scripts/java-i2p runs them, in a network of their own; anywhere
// else they refuse to start a router, and fail.
// biome-ignore lint/style/noDefaultExport: the test runner wants it so
export default defineConfig({
  ...base,
  test: { ...test, include: ["packages/drivers/src/upstream/*.java-test.ts"], fileParallelism: false },
});
