import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";

/** Many connections that are opened and then stay idle. */

/** Together, so that the kernel's own queue for a listening socket does not overflow. */
const AT_ONCE = 200;
/** Sooner than an idle connection is closed: on a slow machine the last come when that time is over for the first. */
const AGAIN_MS = 30_000;
const ASKS = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";

interface Manner {
  readonly secure?: boolean;
  /** Asks now and then, so that the connection counts as one that is to be kept. */
  readonly asks?: boolean;
}

const SPARE = 1_000;

function mostFiles(): number {
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return hard === "unlimited" ? Number.POSITIVE_INFINITY : Number(hard);
}

/** As many of `wanted` as a process may open here, with some left for its other files. */
export function affordable(wanted: number): number {
  try {
    if (mostFiles() < wanted + SPARE)
      execFileSync("prlimit", ["--pid", String(process.pid), `--nofile=${wanted + SPARE}`], {
        stdio: "ignore",
      });
  } catch {
    // Only root can raise the limit; others use the one they have.
  }
  return Math.min(wanted, mostFiles() - SPARE);
}

export class Idlers {
  readonly #sockets = new Set<Socket>();
  /** The first handshake serves the others, which are cheaper then. */
  #session: Buffer | undefined;

  /** How many were not refused. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Resolves when each was accepted or refused. */
  async come(url: string, count: number, manner: Manner = {}): Promise<void> {
    await this.#one(url, manner);
    for (let come = 1; come < count; come += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - come) }, () => this.#one(url, manner)),
      );
  }

  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #one(url: string, { secure = false, asks = false }: Manner): Promise<void> {
    // Many addresses have more ports between them than one.
    const from = `127.0.0.${2 + (this.#sockets.size % 200)}`;
    const at = { host: "127.0.0.1", port: Number(new URL(url).port), localAddress: from };
    const session = this.#session && { session: this.#session };
    const socket = secure ? tlsConnect({ ...at, ...session, rejectUnauthorized: false }) : connect(at);
    this.#sockets.add(socket);
    socket
      .on("error", () => {})
      .on("session", (ticket: Buffer) => {
        this.#session ??= ticket;
      });
    const asking = asks ? setInterval(() => socket.write(ASKS), AGAIN_MS) : undefined;
    return new Promise((resolve) => {
      socket.once("close", () => {
        clearInterval(asking);
        this.#sockets.delete(socket);
        resolve();
      });
      socket.once(asks ? "data" : secure ? "secureConnect" : "connect", () => resolve());
      if (asks) socket.write(ASKS);
      socket.resume();
    });
  }
}
