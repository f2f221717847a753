import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Log } from "@pilothouse/server";
import { certificateFiles, ownCertificate } from "@pilothouse/server";
import { isEveryAddress, makeDirectory, orNone, replaceFile } from "@pilothouse/system";
import type { FleetKeys } from "../keys/fleet-keys.js";
import { openEncrypted } from "../link/encrypted.js";
import {
  BrokerError,
  findServer,
  isOlder,
  requireStreams,
  TLS_FIRST,
  type Version,
  versionOf,
} from "./program.js";
import { embeddedConfig } from "./server-config.js";

interface BrokerOptions {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly program: string;
  readonly keys: FleetKeys;
  /** The accounts, as they are when the server starts. */
  readonly accounts: () => ReadonlyMap<string, string>;
  readonly streams: boolean;
  readonly log: Log;
}

const READY_MS = 20_000;
const STOP_MS = 2_000;
const BACK_OFF = { first: 200, most: 30_000 } as const;
/** A run of at least this long counts as a good start. */
const GOOD_MS = 60_000;

/** Anybody who can connect can cause the first, our own look whether it is ready too; the second is no fault. */
const NOISE = /TLS handshake error|JetStream not enabled for account/;

/** The hub's own nats-server: a child process that is started again when it ends, and ends with the hub. */
export class Broker {
  #child: ChildProcess | undefined;
  #stopping = new AbortController();
  #minding: Promise<void> | undefined;
  #lastLine = "";

  private constructor(
    private readonly options: BrokerOptions,
    private readonly program: { readonly binary: string; readonly version: Version },
    /** Where it listens. */
    readonly port: number,
    /** Its certificate (PEM), by which clients know it. */
    readonly certificate: string,
  ) {}

  /** Resolves when it takes connections. */
  static async start(options: BrokerOptions): Promise<Broker> {
    const binary = findServer(options.program);
    const version = await versionOf(binary);
    if (options.streams) requireStreams(version.join("."));
    const dir = busDir(options.dataDir);
    makeDirectory(join(dir, "jwt"), 0o700);
    await endLeftover(dir, options.log);
    const port = await freePort(options.host, options.port);
    const { cert } = ownCertificate(dir, options.host);
    const broker = new Broker(options, { binary, version }, port, cert);
    try {
      broker.#launch();
      await broker.#ready();
    } catch (error) {
      await broker.stop();
      throw error;
    }
    options.log.info({ port, version: version.join("."), program: binary }, "the bus runs");
    broker.#minding = broker.#mind();
    return broker;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const killer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(killer);
    }
    await this.#minding;
  }

  #launch(): void {
    const { dataDir, host, keys, accounts, streams, log } = this.options;
    const { binary, version } = this.program;
    const dir = busDir(dataDir);
    const places = {
      ...certificateFiles(dir),
      host,
      port: this.port,
      jwtDir: join(dir, "jwt"),
      pidFile: pidFileIn(dir),
      tlsFirst: !isOlder(version, TLS_FIRST),
      streamsDir: streams ? join(dir, "streams") : undefined,
    };
    for (const [id, jwt] of accounts())
      replaceFile(accountFile(dataDir, id), jwt, { mode: 0o600, ours: true });
    const file = join(dir, "nats-server.conf");
    replaceFile(file, embeddedConfig(keys, places), { mode: 0o600, ours: true });
    const child = spawn(binary, ["-c", file], { stdio: ["ignore", "pipe", "pipe"], cwd: dir });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        for (const line of text.split("\n").filter(Boolean)) {
          this.#lastLine = line;
          const news = /\[(ERR|FTL|WRN)\]/.test(line) && !NOISE.test(line);
          if (news) log.warn(`nats-server: ${line}`);
          else log.debug(`nats-server: ${line}`);
        }
      });
    child.on("error", (error) => {
      this.#lastLine = error.message;
    });
    this.#child = child;
  }

  async #ready(): Promise<void> {
    const end = performance.now() + READY_MS;
    while (!(await answers(this.options.host, this.port))) {
      if (this.#hasEnded || performance.now() > end)
        throw new BrokerError(`the hub's nats-server does not start: ${this.#lastLine || "it says nothing"}`);
      await sleep(50);
    }
  }

  get #hasEnded(): boolean {
    const child = this.#child;
    return child?.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  }

  /** Starts it again, after a time that doubles, whenever it ends by itself. */
  async #mind(): Promise<void> {
    const { signal } = this.#stopping;
    for (let wait: number = BACK_OFF.first; !signal.aborted; ) {
      const began = performance.now();
      await this.#end();
      if (signal.aborted) return;
      if (performance.now() - began > GOOD_MS) wait = BACK_OFF.first;
      this.options.log.error(
        { exit: this.#child?.exitCode, signal: this.#child?.signalCode, waitMs: wait, said: this.#lastLine },
        "the hub's nats-server has ended; it is started again",
      );
      await sleep(wait, undefined, { signal }).catch(() => {});
      wait = Math.min(wait * 2, BACK_OFF.most);
      if (!signal.aborted) this.#launchAgain();
    }
  }

  /** Its files may not be writable now, because the disk is full: then it is tried again. */
  #launchAgain(): void {
    try {
      this.#launch();
    } catch (error) {
      this.#lastLine = (error as Error).message;
    }
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.#hasEnded) return;
    await new Promise((resolve) => child.once("exit", resolve));
  }
}

const busDir = (dataDir: string): string => resolve(dataDir, "bus");
/** Where the server keeps what it knows of an account. */
export const accountFile = (dataDir: string, id: string): string => join(busDir(dataDir), "jwt", `${id}.jwt`);
const pidFileIn = (dir: string): string => join(dir, "nats-server.pid");

/** A broker that kept running after its hub was killed: it holds the port, and nothing supervises it. */
async function endLeftover(dir: string, log: Log): Promise<void> {
  const pid = leftover(dir);
  if (pid === undefined) return;
  log.warn({ pid }, "a nats-server of this hub still runs; it is ended");
  process.kill(pid, "SIGTERM");
  const end = performance.now() + STOP_MS;
  while (isRunning(pid)) {
    if (performance.now() > end) process.kill(pid, "SIGKILL");
    await sleep(20);
  }
}

/**
 * Whether any thread of the process has still to end. Its command line is gone, and its first thread a zombie, a
 * moment before the last of its threads closes the sockets.
 */
const isRunning = (pid: number): boolean | undefined =>
  orNone(() => {
    const isZombie = /^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return !isZombie || readdirSync(`/proc/${pid}/task`).length > 1;
  });

const leftover = (dir: string): number | undefined =>
  orNone(() => {
    const pid = Number(readFileSync(pidFileIn(dir), "utf8"));
    const started = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return pid > 1 && started.includes(join(dir, "nats-server.conf")) ? pid : undefined;
  });

/** Fails here, with a sentence, rather than in the child's log. */
async function freePort(host: string, port: number): Promise<number> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen({ host, port, exclusive: true }, resolve);
    });
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : port;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BrokerError(
      code === "EADDRINUSE"
        ? `the hub's bus cannot listen on ${host}:${port}: another program does; choose another port with --hub-bus-port`
        : `the hub's bus cannot listen on ${host}:${port}: ${(error as Error).message}`,
    );
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Whether it speaks TLS: a newer one says nothing before. */
async function answers(host: string, port: number): Promise<boolean> {
  const hostname = isEveryAddress(host) ? "localhost" : host;
  try {
    const { socket } = await openEncrypted(
      { hostname, port, tlsName: "" },
      { rejectUnauthorized: false },
      AbortSignal.timeout(READY_MS),
    );
    socket.destroy();
    return true;
  } catch {
    return false;
  }
}
