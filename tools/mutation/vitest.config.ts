import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.js";
import { chosen } from "./parts.mjs";

export default defineConfig({ ...whole, test: { ...whole.test, include: chosen().tests } });
