// How long a person waits for `pilothouse --help`, beside Node that does nothing; the aim is 300 ms.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROUNDS = 15;
const program = fileURLToPath(new URL("../packages/cli/bin/pilothouse.js", import.meta.url));

function timed(args) {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed`);
  return performance.now() - began;
}

function row(command, args) {
  const times = Array.from({ length: ROUNDS }, () => timed(args)).toSorted((a, b) => a - b);
  return {
    command,
    "median ms": Math.round(times[Math.floor(ROUNDS / 2)]),
    "worst ms": Math.round(times[ROUNDS - 1]),
  };
}

export async function help() {
  return [
    row("node -e 0", ["-e", "0"]),
    row("pilothouse --help", [program, "--help"]),
    row("pilothouse net set --help", [program, "net", "set", "--help"]),
    row("pilothouse serve --help", [program, "serve", "--help"]),
    row("completion of a word", [program, "__complete", "--", "net", "set", "bw."]),
  ];
}
