import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type Clock,
  type FoundUpdate,
  NotPossible,
  type Router,
  type Updated,
  updated,
} from "@pilothouse/drivers/port";
import { type Reason, reason, reasonAs } from "@pilothouse/protocol";
import { makeDirectory } from "@pilothouse/system";
import { Feed, type FeedOptions } from "./feed/feed.js";
import { FeedFault, reasonOf } from "./feed/feed-fault.js";
import type { Manifest } from "./feed/manifest.js";
import { checkSuits } from "./feed/suits.js";
import { isNewer } from "./feed/version.js";
import { shared } from "./shared-run.js";

const STAGE = "update-";
const PERCENT_STEP = 10;

export interface UpdaterOptions {
  /** `update.feed` and `update.public_key`, as they are now. */
  readonly settings: () => { readonly feed?: string | undefined; readonly publicKey?: string | undefined };
  /** Where a file is kept from its download until it is installed. */
  readonly stagingDir: string;
  readonly router: Pick<Router, "install">;
  /** What a feed must be for: the kind of the router. */
  readonly product: string;
  readonly clock: Clock;
  readonly currentVersion: () => Promise<string | undefined>;
  readonly log: (message: string) => void;
  readonly feedOptions?: FeedOptions;
}

interface Offer {
  readonly feed: Feed;
  readonly manifest: Manifest;
  readonly current: string;
  readonly newer: boolean;
}

/** Finds and installs signed updates of the router. Rejects only when its caller gives up. */
export class Updater {
  constructor(private readonly options: UpdaterOptions) {}

  /** Whether there is a feed to look in. */
  get hasFeed(): boolean {
    return Boolean(this.options.settings().feed);
  }

  /** Whether the feed holds a newer version, or why that is unknown. Without a feed the answer is no. */
  async find(signal: AbortSignal): Promise<FoundUpdate> {
    if (!this.hasFeed) return false;
    return this.#orReason<FoundUpdate>(
      async () => {
        const { newer, manifest } = await this.#offer(signal);
        return newer && { version: manifest.version };
      },
      (why) => why,
    );
  }

  /** Installs a newer version if there is one and answers how it went. Callers at the same time share one run. */
  readonly update = shared(async (signal): Promise<Updated> => {
    const done = await this.#orReason(
      () => this.#carryOut(signal),
      (why) => updated("failed", why),
    );
    this.options.log(done.status);
    return done;
  });

  /** Removes what a run that was cut short by the end of the process has left behind. */
  async cleanUp(): Promise<void> {
    const { stagingDir } = this.options;
    makeDirectory(stagingDir, 0o700);
    const leftovers = (await readdir(stagingDir)).filter((name) => name.startsWith(STAGE));
    for (const name of leftovers) await rm(join(stagingDir, name), { recursive: true, force: true });
  }

  async #carryOut(signal: AbortSignal): Promise<Updated> {
    const { stagingDir, log } = this.options;
    log("Looking for an update");
    const { feed, manifest, current, newer } = await this.#offer(signal);
    const { version, file, size } = manifest;
    if (!newer) return updated("none", reason("update.newest", { current, version }));

    await this.cleanUp();
    const stage = await mkdtemp(join(stagingDir, STAGE));
    try {
      log(`Fetching version ${version}: ${file}, ${size} bytes`);
      const path = await feed.stage(manifest, stage, inSteps(log), signal);
      log(`Checked ${file}: size and SHA-256 are those of the signed manifest`);
      signal.throwIfAborted();
      return await this.#install(version, path);
    } finally {
      await rm(stage, { recursive: true, force: true });
    }
  }

  async #install(version: string, file: string): Promise<Updated> {
    const { router, log } = this.options;
    log(`Installing version ${version}`);
    try {
      return updated("installed", await router.install({ version, file }, log), version);
    } catch (error) {
      return updated(
        "failed",
        reason("update.notInstalled", { version, ...reasonAs("text", whyNot(error)) }),
      );
    }
  }

  async #offer(signal: AbortSignal): Promise<Offer> {
    const { settings, currentVersion, feedOptions, product, clock } = this.options;
    const { feed: place, publicKey } = settings();
    if (!place) throw new FeedFault("unset", "noSetting", { name: "update.feed" });
    if (!publicKey) throw new FeedFault("unset", "noSetting", { name: "update.public_key" });
    const feed = new Feed(place, publicKey, feedOptions);
    const manifest = await feed.manifest(signal);
    checkSuits(manifest, { product, now: clock.now() });
    const current = await currentVersion().catch(() => undefined);
    if (current === undefined) throw new FeedFault("incomparable", "noVersion");
    return { feed, manifest, current, newer: isNewer(manifest.version, current) };
  }

  /** Why there is no update is an answer too. */
  async #orReason<T>(work: () => Promise<T>, because: (why: Reason) => T): Promise<T> {
    return work().catch((error: unknown) => {
      const why = knownFault(error);
      if (why === undefined) throw error;
      return because(why);
    });
  }
}

function knownFault(error: unknown): Reason | undefined {
  if (error instanceof FeedFault) return error.why;
  return isSystemError(error) ? reason("update.notStored", { text: error.message }) : undefined;
}

/** Why the router did not install a file. */
const whyNot = (error: unknown): Reason | string =>
  (error instanceof NotPossible ? error.why : undefined) ?? reasonOf(error);

/** A full disk, a directory that may not be written to. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && "syscall" in error;

/** Logs a download in steps large enough for a log. */
function inSteps(log: (message: string) => void): (percent: number) => void {
  let logged = 0;
  return (percent) => {
    const step = percent - (percent % PERCENT_STEP);
    if (step <= logged) return;
    logged = step;
    log(`Fetched ${step}%`);
  };
}
