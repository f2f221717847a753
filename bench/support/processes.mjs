import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
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

/** Bytes that a process has given to the disk. */
export const writtenBy = (pid) =>
  Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))[1]);

/** Variables that would set something of the service's are not for one that is measured. */
export const withoutSettings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("PILOTHOUSE_")),
);

/** A directory for the store of one service. */
export const freshDirectory = () => mkdtempSync(join(tmpdir(), "pilothouse-bench-"));

const PROGRAM = [process.execPath, here("../../packages/cli/bin/pilothouse.js")];

/** Starts the service, by default on a fresh data directory; resolves when it is ready. */
export async function startService(flags = [], dataDir = freshDirectory(), [command, ...args] = PROGRAM) {
  const began = performance.now();
  const child = spawn(
    command,
    [
      ...args,
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
    /** Of HTTPS, as a bare server names it. */
    port: portsOf(JSON.parse(ready)).httpsPort,
    /** Also removes its data directory, unless that is to be used again. */
    stop: ({ keep = false, signal } = {}) => stop(child, keep ? undefined : dataDir, signal),
  };
}

export const portsOf = ({ https, http }) => ({
  httpsPort: Number(new URL(https).port),
  httpPort: Number(new URL(http).port),
});

/**
 * Starts a script of this folder, given `options`. It prints a line of JSON when it is ready, and one in
 * answer to each word; it ends when there are no more words.
 */
export async function startScript(name, options = {}) {
  const child = spawn(process.execPath, [here(name), JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error(`${name} ended by itself`);
    return JSON.parse(value);
  };
  return {
    pid: child.pid,
    printed: await next(),
    say: (word) => {
      child.stdin.write(`${word}\n`);
      return next();
    },
    end: async () => {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
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

/** A bare HTTPS server with the certificate of a service. */
export const bareBeside = (dataDir) =>
  startBare({
    BODY: '{"result":{}}',
    CERT: join(dataDir, "certificate.pem"),
    KEY: join(dataDir, "key.pem"),
  });

async function stop(child, dataDir, signal = "SIGTERM") {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
  if (dataDir) rmSync(dataDir, { recursive: true });
}

/** Keeps only the end of what was printed before. */
export function firstLine(stream, wanted) {
  return new Promise((resolve, reject) => {
    let text = "";
    stream.setEncoding("utf8");
    stream.on("data", (chunk) => {
      text = (text + chunk).slice(-1e5);
      const line = text.split("\n").slice(0, -1).find(wanted);
      if (line !== undefined) resolve(line);
    });
    stream.on("end", () => reject(new Error(`the process ended: ${text}`)));
  });
}
