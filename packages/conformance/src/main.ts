#!/usr/bin/env node
import { run } from "./cli/run.js";

const argv = process.argv.slice(2);
// Without a command, --client plays a server until it is interrupted, and judges the client then.
const plays = argv.includes("--client") && !argv.includes("--");
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const stop = new AbortController();
let interrupted = 0;

for (const [signal, code] of Object.entries(CODES))
  process.on(signal, () => {
    // The second time it is meant at once, whatever is left to put back.
    if (interrupted !== 0) process.exit(code);
    interrupted = code;
    if (!plays) process.stderr.write("Interrupted: putting settings back; once more to leave at once\n");
    stop.abort();
  });

const code = await run(
  argv,
  process.env,
  {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colour: process.stdout.isTTY === true && !process.env["NO_COLOR"],
  },
  stop.signal,
);
process.exitCode = plays ? code : interrupted || code;
