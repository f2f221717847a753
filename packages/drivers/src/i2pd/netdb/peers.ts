import { readdir, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { orNoEntry } from "@pilothouse/system";
import { type Clock, ticksOf } from "../../port.js";
import { readRouterInfo } from "./router-info.js";

export interface PeerCounts {
  readonly fast: number;
  readonly highCapacity: number;
}

/**
 * i2pd writes its netDb once a minute. Few files are looked at again soon, since a new router finds others quickly;
 * thousands cost more, and change little in their make-up.
 */
const [SOONEST, LATEST, FOR_EACH_FILE] = [30_000, 300_000, 100];
/** Files that are read at the same time: more than one keeps the disk busy, but thousands would be too many. */
const TOGETHER = 32;

const FILE_NAME = /^routerInfo-([A-Za-z0-9~-]{43}=)\.dat$/;

interface Seen {
  readonly size: number;
  readonly mtimeMs: number;
  /** The bandwidth class that the router publishes; "" if it publishes none. */
  readonly letter: string;
}

/**
 * i2pd has no tiers of peers. What comes nearest is the bandwidth class that each known router
 * publishes: those that i2pd itself counts as of high bandwidth (O, P, X) stand for high capacity,
 * those of extra bandwidth (P, X) for fast. A file that did not change is not read again.
 */
export class PeerClasses {
  #seen: ReadonlyMap<string, Seen> | undefined = new Map();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #look: Promise<void> | undefined;

  constructor(
    readonly netDb: string,
    readonly clock: Clock,
  ) {}

  /** For how long the last look holds, in milliseconds. */
  get #fresh(): number {
    return Math.min(LATEST, Math.max(SOONEST, (this.#seen?.size ?? 0) * FOR_EACH_FILE));
  }

  /** Undefined when the files may not be read. */
  async counts(): Promise<PeerCounts | undefined> {
    const seen = await this.#known();
    if (seen === undefined) return undefined;
    const letters = [...seen.values()].map(({ letter }) => letter);
    const among = (classes: readonly string[]) => letters.filter((letter) => classes.includes(letter)).length;
    return { fast: among(["P", "X"]), highCapacity: among(["O", "P", "X"]) };
  }

  /** The hashes of known routers, as their files are named; undefined when these may not be read. */
  async hashes(): Promise<readonly string[] | undefined> {
    const seen = await this.#known();
    return seen && [...seen.keys()].flatMap((file) => FILE_NAME.exec(basename(file))?.[1] ?? []).sort();
  }

  /** As last seen; only the first look is waited for. */
  async #known(): Promise<ReadonlyMap<string, Seen> | undefined> {
    const first = this.#lookedAt === Number.NEGATIVE_INFINITY;
    if (ticksOf(this.clock) - this.#lookedAt >= this.#fresh) this.#look ??= this.#again();
    if (first) await this.#look;
    return this.#seen;
  }

  async #again(): Promise<void> {
    try {
      await this.refresh();
    } catch {
      // For example another user's directory: then the counts are left out, and the service says so once.
      this.#seen = undefined;
    } finally {
      this.#lookedAt = ticksOf(this.clock);
      this.#look = undefined;
    }
  }

  /** Looks at the directory again. */
  async refresh(): Promise<void> {
    const files = await routerFiles(this.netDb);
    const seen = new Map<string, Seen>();
    for (let at = 0; at < files.length; at += TOGETHER)
      await Promise.all(
        files.slice(at, at + TOGETHER).map(async (file) => {
          const found = await look(file, this.#seen?.get(file));
          if (found !== undefined) seen.set(file, found);
        }),
      );
    this.#seen = seen;
  }
}

/** Without `join`: it would be called so often that V8 loads its optimizing compiler, 5 MiB, for that alone. */
async function routerFiles(netDb: string): Promise<readonly string[]> {
  const folders = (await ifThere(() => readdir(netDb))) ?? [];
  const names = await Promise.all(
    folders.map(async (folder) =>
      ((await ifThere(() => readdir(`${netDb}/${folder}`))) ?? []).map(
        (name) => `${netDb}/${folder}/${name}`,
      ),
    ),
  );
  return names.flat().filter((name) => name.endsWith(".dat"));
}

async function look(file: string, before: Seen | undefined): Promise<Seen | undefined> {
  const now = await ifThere(() => stat(file));
  if (now === undefined) return undefined;
  const { size, mtimeMs } = now;
  if (before?.size === size && before.mtimeMs === mtimeMs) return before;
  const bytes = await ifThere(() => readFile(file));
  const caps = bytes && readRouterInfo(bytes)?.options.get("caps");
  return { size, mtimeMs, letter: /[KLMNOPX]/.exec(caps ?? "")?.[0] ?? "" };
}

/** i2pd adds and removes files while they are read. */
const ifThere = <T>(look: () => Promise<T>): Promise<T | undefined> => orNoEntry(look, "ENOTDIR");
