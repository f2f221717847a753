import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** CPU time that all threads of a process have used, in microseconds; the kernel counts it in nanoseconds. */
export function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]),
  );
  return times.reduce((sum, time) => sum + time, 0) / 1e3;
}

export const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

/** Variables that would set something of the service's are not for one that is measured. */
const withoutSettings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("PILOTHOUSE_")),
);

/** A directory for the store of one service. */
export const freshDirectory = () => mkdtempSync(join(tmpdir(), "pilothouse-bench-"));

/** Starts the service, unless told otherwise on a fresh data directory; resolves when it is ready. */
export async function startService(flags = [], dataDir = freshDirectory()) {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      here("../packages/cli/bin/pilothouse.js"),
      "serve",
      ...["--data-dir", dataDir, "--https-port", "0", "--http-port", "0", "--http-jsonrpc", "true"],
      ...["--auth-allow-factory-password", "true", ...flags],
    ],
    { stdio: ["ignore", "ignore", "pipe"], env: withoutSettings },
  );
  const ready = await firstLine(child.stderr, (line) => line.includes('"msg":"ready"'));
  return {
    pid: child.pid,
    began,
    readyMs: performance.now() - began,
    dataDir,
    ...portsOf(JSON.parse(ready)),
    stop: () => stop(child, dataDir),
  };
}

export const portsOf = ({ https, http }) => ({
  httpsPort: Number(new URL(https).port),
  httpPort: Number(new URL(http).port),
});

/**
 * Starts a script of this folder, given `options`; resolves with what it tells when it is ready, a line
 * of JSON. `end` lets it end by itself and resolves with the last line of JSON that it tells.
 */
export async function startScript(name, options) {
  const child = spawn(process.execPath, [here(name), JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const text = { all: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text.all += chunk;
  });
  const told = JSON.parse(await firstLine(child.stdout, () => true));
  return {
    pid: child.pid,
    told,
    say: (word) => child.stdin.write(`${word}\n`),
    end: async () => {
      const ended = once(child, "close");
      child.stdin.end();
      await ended;
      return JSON.parse(text.all.trim().split("\n").at(-1));
    },
  };
}

export async function startBare(env) {
  const child = spawn(process.execPath, [here("bare.mjs")], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = Number(await firstLine(child.stdout, () => true));
  return { pid: child.pid, port, stop: () => stop(child) };
}

async function stop(child, dataDir) {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  if (dataDir) rmSync(dataDir, { recursive: true });
}

function firstLine(stream, wanted) {
  return new Promise((resolve, reject) => {
    let text = "";
    stream.setEncoding("utf8");
    stream.on("data", (chunk) => {
      text += chunk;
      const line = text.split("\n").slice(0, -1).find(wanted);
      if (line !== undefined) resolve(line);
    });
    stream.on("end", () => reject(new Error(`the process ended: ${text}`)));
  });
}
