import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { reason, type Settings } from "@pilothouse/protocol";
import {
  makeDirectory,
  NotSynced,
  OwnerLost,
  type Run,
  replaceFile,
  sweepDrafts,
  textOf,
} from "@pilothouse/system";
import { RouterUnavailable, SettingRefused } from "../../port.js";
import { serialQueue, WRITE_PATIENCE } from "../../serial-queue.js";
import { checkExtent } from "../../settings-extent.js";
import { defaultsOf } from "../guard/closed.js";
import { checkChange, checkKnown, isOwn } from "../guard/guard.js";
import type { Applied } from "../memory.js";
import { type RouterInfo, readRouterInfo } from "../netdb/router-info.js";
import type { I2pdOptions } from "../options.js";
import { placeCertificate } from "./certificate.js";
import { settingsOf, withSettings } from "./conf.js";
import { type ControlPlace, securedControl } from "./control-settings.js";
import { refusalOf, sweepTrials } from "./trial.js";

type Places = Pick<I2pdOptions, "mode" | "binary" | "dataDir" | "config" | "controlDir" | "log">;

/** i2pd.conf and related files. Read again every time, because people edit it too. */
export class Configuration {
  readonly #turn = serialQueue();
  /** The text with which the router was started last. */
  #started: string | undefined;

  constructor(
    readonly places: Places,
    readonly run: Run,
  ) {}

  async settings(): Promise<Map<string, string>> {
    return settingsOf(await this.#text());
  }

  /** Writes what `make` makes of the text, if a client may and i2pd takes it; else nothing changes. */
  change(make: (text: string) => string, permit?: AbortSignal): Promise<void> {
    return this.#turn(async () => {
      const before = await this.#text();
      const after = make(before);
      if (after === before) return;
      const [was, is] = [settingsOf(before), settingsOf(after)];
      const { binary, controlDir, mode } = this.places;
      checkExtent(was, is);
      checkChange(was, is, defaultsOf(mode, is));
      if (appliedOf(was).address !== appliedOf(is).address) await this.#checkAddressCanChange();
      const refusal = await refusalOf(after, binary, controlDir, this.run);
      if (refusal !== undefined) throw new SettingRefused(reason("i2pd.refuses", { text: refusal }));
      // After i2pd's own word, which says more about a name that does not exist.
      checkKnown(was, is);
      permit?.throwIfAborted();
      this.#write(after);
    }, WRITE_PATIENCE);
  }

  /** Makes the control service reachable for us and for no one else. True when that changed something. */
  secure(place: ControlPlace): Promise<boolean> {
    return this.#turn(async () => {
      const { dataDir, config, mode, log } = this.places;
      if (mode === "supervise") for (const dir of [dataDir, dirname(config)]) makeDirectory(dir, 0o700);
      const text = await this.#text();
      const changes = await securedControl(settingsOf(text), place);
      if (changes.size > 0) {
        log(`Setting ${[...changes.keys()].join(", ")} in ${config}`);
        this.#write(withSettings(text, changes));
      }
      if (!place.running) await this.#placeCertificate();
      return changes.size > 0;
    });
  }

  /**
   * Before a start: i2pd keeps its addresses in router.info even when its settings change, so that file
   * must be removed when they have changed. The identity stays: that is in router.keys.
   */
  async beforeStart(last: Applied | undefined): Promise<Applied> {
    this.#started = await this.#text();
    const settings = settingsOf(this.#started);
    const applied = appliedOf(settings);
    const stale =
      last === undefined ? await this.#publishesOther(settings) : last.address !== applied.address;
    if (stale) {
      const { mode, log } = this.places;
      await rm(this.#routerInfo, { force: true }).then(
        () => log("The address settings have changed: writing a new router.info"),
        (error: Error) => {
          if (mode === "supervise") throw error;
          log(
            `The router keeps its old address until router.info is deleted, which failed: ${error.message}`,
          );
        },
      );
    }
    return applied;
  }

  /** What the router publishes of itself; undefined when there is nothing, or it is another user's. */
  async published(): Promise<RouterInfo | undefined> {
    const bytes = await readFile(this.#routerInfo).catch(() => undefined);
    return bytes && readRouterInfo(bytes);
  }

  /** The router came up with what it was started with: keeps a copy. */
  async proven(): Promise<void> {
    const text = this.#started;
    if (text !== undefined && text !== (await textOf(this.#provenFile)))
      replaceFile(this.#provenFile, text, { mode: 0o600 });
  }

  /** A start failed: puts back the configuration with which the last one worked, and says so, if it is another. */
  restore(): Promise<string | undefined> {
    return this.#turn(async () => {
      const [text, good] = [await this.#text(), await textOf(this.#provenFile)];
      if (good === undefined || good === text) return undefined;
      const aside = join(this.places.controlDir, "i2pd.conf.failed");
      replaceFile(aside, text, { mode: 0o600 });
      this.#write(good);
      const done = `It was rolled back to the last configuration that worked; the other one is kept as ${aside}`;
      this.places.log(done);
      return done;
    });
  }

  /** Removes what is left of a change if the service was killed in the middle of it. */
  async sweep(): Promise<void> {
    await sweepTrials(this.places.controlDir);
    for (const file of [this.places.config, this.#provenFile]) sweepDrafts(file);
  }

  async #publishesOther(settings: Settings): Promise<boolean> {
    const host = settings.get("host");
    const published = await this.published();
    if (host === undefined || published === undefined) return false;
    return !published.addresses.some(({ options }) => options.get("host") === host);
  }

  /** Another user's directory can be closed to us. */
  async #checkAddressCanChange(): Promise<void> {
    const { dataDir } = this.places;
    await access(dataDir, constants.W_OK).catch((cause: NodeJS.ErrnoException) => {
      // Made by the first start.
      if (cause.code === "ENOENT") return;
      throw new SettingRefused(
        `i2pd takes another address only when router.info in ${dataDir} is deleted, which this service may not do. To change it anyway: on the machine itself, stop i2pd, change i2pd.conf, delete router.info and start i2pd`,
        { cause },
      );
    });
  }

  /** i2pd makes a pair itself where we may not; it is slower then, and that is all. */
  async #placeCertificate(): Promise<void> {
    const { dataDir, mode, log } = this.places;
    // If only this service could read it, the key would be of no use to an i2pd that runs as another user.
    const us = process.getuid?.() ?? 0;
    if (mode === "attach" && us !== 0 && (await stat(dataDir)).uid !== us) return;
    await placeCertificate(dataDir).catch((error: Error) => {
      if (mode === "supervise") throw error;
      log(`No certificate can be placed for i2pd: ${error.message}`);
    });
  }

  get #routerInfo(): string {
    return join(this.places.dataDir, "router.info");
  }

  get #provenFile(): string {
    return join(this.places.controlDir, "i2pd.conf.proven");
  }

  async #text(): Promise<string> {
    return (await textOf(this.places.config)) ?? "";
  }

  /** It holds a password; a supervised router reads it as the same user. */
  #write(text: string): void {
    const { config, mode } = this.places;
    try {
      replaceFile(config, text, mode === "supervise" ? { mode: 0o600 } : {});
    } catch (error) {
      if (error instanceof OwnerLost) throw new SettingRefused(error.message, { cause: error });
      if (error instanceof NotSynced) throw new RouterUnavailable(error.message, "failed", { cause: error });
      throw error;
    }
  }
}

export function appliedOf(settings: Settings): Applied {
  const rest = [...settings]
    .filter(([name]) => name !== "bandwidth" && !isOwn(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    digest: createHash("sha256").update(JSON.stringify(rest)).digest("hex"),
    bandwidth: settings.get("bandwidth") ?? null,
    address: JSON.stringify(
      ["host", "nat", "address4", "address6"].map((name) => settings.get(name) ?? null),
    ),
  };
}

/** Whether a router that was started with `applied` must be started again for these settings to count. */
export function differs(settings: Settings, applied: Applied | undefined): boolean {
  if (applied === undefined) return false;
  const now = appliedOf(settings);
  return now.digest !== applied.digest || now.bandwidth !== applied.bandwidth;
}
