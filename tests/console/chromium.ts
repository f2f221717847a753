import { type Browser, chromium } from "playwright-core";
import { afterAll } from "vitest";

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let running: Promise<Browser> | undefined;

/** One browser for all tests of a file. What a test must not share is in a context of its own. */
export const browser = (...args: readonly string[]): Promise<Browser> => {
  running ??= chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [...ARGS, ...args],
    timeout: 60_000,
  });
  return running;
};

afterAll(async () => (await running)?.close());
