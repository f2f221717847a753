#!/usr/bin/env node
import { run } from "./cli/run.js";

const CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const stop = new AbortController();
let interrupted = 0;

for (const [signal, code] of Object.entries(CODES))
  process.on(signal, () => {
    // The second time it is meant at once, whatever is left to put back.
    if (interrupted !== 0) process.exit(code);
    interrupted = code;
    process.stderr.write("Interrupted: putting settings back; once more to leave at once\n");
    stop.abort();
  });

const code = await run(
  process.argv.slice(2),
  process.env,
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colour: process.stdout.isTTY === true && !process.env["NO_COLOR"],
  },
  stop.signal,
);
process.exitCode = interrupted || code;
