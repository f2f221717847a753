import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { makeDirectory } from "@pilothouse/system";
import type { BackupSettings } from "../../settings/definitions/backup.js";
import type { EventLog } from "../record/event-log.js";
import { writeBackup } from "./make-backup.js";

/** After one that failed the next is tried no sooner. */
const RETRY_MS = 3_600_000;
/** Sorted by name they are sorted by time. */
const NAME = /^pilothouse-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

interface Options {
  readonly settings: () => BackupSettings;
  readonly make: () => Promise<Buffer>;
  readonly events: Pick<EventLog, "add">;
  readonly clock: Clock;
}

/** Makes a backup now and then, where the settings name a directory for it, and removes old ones. */
export class BackupSchedule {
  #failedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(readonly options: Options) {}

  /** One that is being made is waited for. */
  async stop(): Promise<void> {
    await this.#looking;
  }

  /** Makes one if it is time for it. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { settings, events, clock } = this.options;
    const directory = settings()["backup.directory"];
    if (directory === undefined || ticksOf(clock) - this.#failedAt < RETRY_MS) return;
    try {
      const made = await this.#makeIn(directory);
      if (made !== undefined) await events.add("backup.made", { file: made });
      this.#failedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      this.#failedAt = ticksOf(clock);
      await events.add("backup.failed", { reason: (error as Error).message });
    }
  }

  /** The file that was made; undefined when it is not time yet. */
  async #makeIn(directory: string): Promise<string | undefined> {
    const { settings, make, clock } = this.options;
    makeDirectory(directory, 0o700);
    const names = (await readdir(directory)).filter((name) => NAME.test(name)).sort();
    const age = clock.now() - timeOf(names.at(-1));
    // One from the future was made before the clock was set right.
    if (age >= 0 && age < settings()["backup.every"]) return undefined;
    const name = nameAt(clock.now());
    await writeBackup(join(directory, name), await make());
    const kept = [...new Set([...names, name])].sort();
    for (const old of kept.slice(0, -settings()["backup.keep"]))
      await rm(join(directory, old), { force: true });
    return join(directory, name);
  }
}

const nameAt = (now: number): string =>
  `pilothouse-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "")}.backup`;

const timeOf = (name: string | undefined): number =>
  name === undefined ? Number.NEGATIVE_INFINITY : Date.parse(name.replace(NAME, "$1-$2-$3T$4:$5:$6Z"));
