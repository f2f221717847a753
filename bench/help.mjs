// How long a person waits for `pilothouse --help` and similar commands, compared with an empty Node, on each Node.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodes } from "./nodes.mjs";
import { byTurns, median, ratio } from "./support/turns.mjs";

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

/** CPU time of the processes that this one has waited for, in milliseconds; the kernel shows it in steps of ten. */
function cpuOfChildren() {
  const [, ...fields] = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1).split(" ");
  return (Number(fields[12]) + Number(fields[13])) * 10;
}

function timed(node, args) {
  const [began, before] = [performance.now(), cpuOfChildren()];
  const { status } = spawnSync(node, args, { stdio: ["ignore", "pipe", "inherit"] });
  if (status !== 0) throw new Error(`${args.join(" ")} failed`);
  return { wall: performance.now() - began, cpu: cpuOfChildren() - before };
}

async function onNode(node) {
  const contenders = Object.entries(COMMANDS).map(([name, args]) => [name, () => timed(node, args)]);
  const times = await byTurns(ROUNDS, Object.fromEntries(contenders));
  const walls = (name) => times[name].map(({ wall }) => wall);
  const cpu = (name) => times[name].reduce((sum, one) => sum + one.cpu, 0) / ROUNDS;
  return Object.keys(COMMANDS).map((command) => ({
    command,
    "median ms": Math.round(median(walls(command))),
    "times node -e 0": ratio(walls(command), walls("node -e 0")).text,
    "CPU, ms": Math.round(cpu(command)),
    "CPU, times node -e 0": (cpu(command) / cpu("node -e 0")).toFixed(2),
  }));
}

export async function help() {
  const tables = {};
  for (const [name, node] of Object.entries(nodes())) tables[name] = await onNode(node);
  return tables;
}
