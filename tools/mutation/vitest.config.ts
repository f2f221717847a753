import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.js";
import { chosen } from "./parts.mjs";

/** Not isolated: each mutant would load all modules again for each file. */
export default defineConfig({ ...whole, test: { ...whole.test, include: chosen().tests, isolate: false } });
