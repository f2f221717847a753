import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.js";
import { chosen } from "./parts.mjs";

/**
 * Without the projects of the whole suite, which have their own lists of files. Not isolated: each mutant would load
 * all modules again for each file. No directory for all temporary files: several runs begin and end in one process.
 */
const own = { projects: undefined, include: chosen().tests, isolate: false, globalSetup: [] };
export default defineConfig({ ...whole, test: { ...whole.test, ...own } });
