import { type Browser, chromium } from "playwright-core";
import { afterAll } from "vitest";
import { CHROMIUM_FLAGS, chromiumPath } from "../../../scripts/fetch/chromium.mjs";

let running: Promise<Browser> | undefined;

/** One browser for all tests of a file. Each test has its own context. */
export const browser = (...args: readonly string[]): Promise<Browser> => {
  running ??= chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_FLAGS, ...args],
    timeout: 60_000,
  });
  return running;
};

afterAll(async () => (await running)?.close());
