import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.js";
import { chosen } from "./parts.mjs";

/** Not isolated: each mutant would load all modules again for each file. What is set up is for the files of `tests`. */
const own = { include: chosen().tests, isolate: false, setupFiles: [], globalSetup: [] };
export default defineConfig({ ...whole, test: { ...whole.test, ...own } });
