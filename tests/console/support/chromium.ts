import { atTheEnd } from "@pilothouse/system/testing/scratch";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM_FLAGS, chromiumPath } from "../../../scripts/fetch/chromium.mjs";

let running: Promise<Browser> | undefined;

/** One browser for all tests of a file. Each test has its own context. */
export const browser = (...args: readonly string[]): Promise<Browser> => {
  if (running === undefined) {
    running = chromium.launch({
      executablePath: chromiumPath(),
      args: [...CHROMIUM_FLAGS, ...args],
      timeout: 120_000,
    });
    atTheEnd(close);
  }
  return running;
};

async function close(): Promise<void> {
  const closing = running;
  running = undefined;
  await (await closing)?.close();
}
