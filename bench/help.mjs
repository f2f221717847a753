// How long a person waits for `pilothouse --help` and its like, beside Node that does nothing, on each Node.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { nodes } from "./nodes.mjs";
import { byTurns, median, quantile, ratio } from "./support/turns.mjs";

const ROUNDS = 21;
const program = fileURLToPath(new URL("../packages/cli/bin/pilothouse.js", import.meta.url));

const COMMANDS = {
  "node -e 0": ["-e", "0"],
  "pilothouse --help": [program, "--help"],
  "pilothouse --version": [program, "--version"],
  "pilothouse net set --help": [program, "net", "set", "--help"],
  "pilothouse serve --help": [program, "serve", "--help"],
  "completion of a word": [program, "__complete", "--", "net", "set", "bw."],
};

function timed(node, args) {
  const began = performance.now();
  const { status } = spawnSync(node, args, { stdio: ["ignore", "pipe", "inherit"] });
  if (status !== 0) throw new Error(`${args.join(" ")} failed`);
  return performance.now() - began;
}

async function onNode(node) {
  const contenders = Object.entries(COMMANDS).map(([name, args]) => [name, () => timed(node, args)]);
  const times = await byTurns(ROUNDS, Object.fromEntries(contenders));
  return Object.entries(times).map(([command, all]) => ({
    command,
    "median ms": Math.round(median(all)),
    "quickest ms": Math.round(quantile(all, 0)),
    "times node -e 0": ratio(all, times["node -e 0"]).text,
  }));
}

export async function help() {
  const tables = {};
  for (const [name, node] of Object.entries(nodes())) tables[name] = await onNode(node);
  return tables;
}
