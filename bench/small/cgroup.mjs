// A group of processes that the kernel gives little: what a small machine is like.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = "/sys/fs/cgroup";
const PERIOD = 100_000;

/** Version 1 has a tree for each controller, version 2 one for all. */
const VERSIONS = [
  {
    place: (controller) => join(ROOT, controller, ownGroup(controller)),
    limits: { memory: ["memory.limit_in_bytes"], cpu: ["cpu.cfs_quota_us", (quota) => quota] },
    peak: "memory.max_usage_in_bytes",
    kills: "memory.oom_control",
  },
  {
    place: () => ROOT,
    limits: { memory: ["memory.max"], cpu: ["cpu.max", (quota) => `${quota} ${PERIOD}`] },
    peak: "memory.peak",
    kills: "memory.events",
  },
];

function ownGroup(controller) {
  const line = readFileSync("/proc/self/cgroup", "utf8")
    .split("\n")
    .find((one) => one.split(":")[1]?.split(",").includes(controller));
  if (line === undefined) throw new Error(`this process is in no group for ${controller}`);
  return line.split(":")[2];
}

/** Throws where the machine does not permit it: that takes root, and cgroups that can be written. */
export function makeGroup({ bytes, cores }) {
  const failures = [];
  for (const version of VERSIONS)
    try {
      return group(version, { bytes, cores });
    } catch (error) {
      failures.push(error.message);
    }
  throw new Error(failures.join("; "));
}

function group({ place, limits, peak, kills }, { bytes, cores }) {
  const name = `pilothouse-bench-${process.pid}`;
  const folders = { memory: join(place("memory"), name), cpu: join(place("cpu"), name) };
  const all = [...new Set(Object.values(folders))];
  const remove = () => {
    for (const folder of all)
      try {
        rmdirSync(folder);
      } catch {
        // It was not made.
      }
  };
  try {
    for (const folder of all) mkdirSync(folder);
    writeFileSync(join(folders.memory, limits.memory[0]), String(bytes));
    const [file, text] = limits.cpu;
    writeFileSync(join(folders.cpu, file), String(text(cores * PERIOD)));
  } catch (error) {
    remove();
    throw error;
  }
  const read = (file) => readFileSync(join(folders.memory, file), "utf8");
  return {
    /** A command that runs another one inside. */
    inside: (...command) => [
      "/bin/sh",
      ...["-c", `for f in ${all.join(" ")}; do echo $$ > $f/cgroup.procs; done; exec "$@"`, "sh"],
      ...command,
    ],
    peak: () => Number(read(peak)),
    killed: () => Number(/^oom_kill (\d+)/m.exec(read(kills))?.[1] ?? 0),
    /** When its last process has gone, which takes the kernel a moment. */
    remove: async () => {
      await sleep(500);
      remove();
    },
  };
}
