// Runs a script with nats-server in a network that holds nothing but the loopback.
import { spawnSync } from "node:child_process";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What the script prints last, which is JSON. Given a path, it is one of another checkout. */
export function inFleetNetwork(script, options = []) {
  const argv = [
    here("../../scripts/nats.mjs"),
    "run",
    process.execPath,
    isAbsolute(script) ? script : here(script),
    ...options.map(String),
  ];
  const { status, stdout } = spawnSync(process.execPath, argv, {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`a fleet could not be measured (${script} ${options.join(" ")})`);
  return JSON.parse(stdout.trim().split("\n").at(-1));
}
