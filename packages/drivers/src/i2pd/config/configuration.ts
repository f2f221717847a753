import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Reason, reason, reasonText, type Settings } from "@pilothouse/protocol";
import {
  makeDirectory,
  NotSynced,
  OwnerLost,
  orNoEntry,
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
import { type ControlledRouter, securedControl } from "./control-settings.js";
import { refusalOf, sweepTrials } from "./trial.js";

type Places = Pick<I2pdOptions, "mode" | "binary" | "dataDir" | "config" | "controlDir" | "log">;

/** The names of the settings that a client wrote, also those that had their value already; or all there can be. */
export type Wanted = readonly string[] | "all";

export interface ChangeOptions {
  readonly sessionSignal?: AbortSignal | undefined;
  readonly wanted?: Wanted;
}

/** i2pd.conf and related files. Looked at every time, because people edit it too. */
export class Configuration {
  readonly #turn = serialQueue();
  #last: { readonly version: string; readonly settings: Settings } | undefined;

  constructor(
    readonly places: Places,
    readonly run: Run,
    /** Called after each change that a client made, with all settings and the names of those that it wrote. */
    readonly saved: (is: Settings, wanted: Wanted) => Promise<void> = async () => {},
  ) {}

  /** Read again only when the file is another than last time: each reading of the router asks for them. */
  async settings(): Promise<Settings> {
    const found = await orNoEntry(() => stat(this.places.config));
    const version = found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join();
    if (version !== undefined && version === this.#last?.version) return this.#last.settings;
    const settings = settingsOf(await this.#text());
    this.#last = version === undefined ? undefined : { version, settings };
    return settings;
  }

  /** Writes what `make` makes of the text, if a client may and i2pd takes it; else nothing changes. */
  change(make: (text: string) => string, { sessionSignal, wanted = [] }: ChangeOptions = {}): Promise<void> {
    return this.#turn(async () => {
      const before = await this.#text();
      const after = make(before);
      if (after !== before) {
        await this.#check(before, after);
        sessionSignal?.throwIfAborted();
        this.#write(after);
      }
      const [was, is] = [settingsOf(before), settingsOf(after)];
      const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
        (name) => was.get(name) !== is.get(name),
      );
      await this.#record(is, wanted === "all" ? wanted : [...changed, ...wanted]);
    }, WRITE_PATIENCE);
  }

  /** Whether a client could make this change. */
  async mayBecome(before: string, after: string): Promise<boolean> {
    try {
      await this.#check(before, after);
      return true;
    } catch (error) {
      if (error instanceof SettingRefused) return false;
      throw error;
    }
  }

  /** Whether i2pd takes a text. It may still not start with it. */
  async takes(text: string): Promise<boolean> {
    return (await this.#refusalOf(text)) === undefined;
  }

  /** For the driver's own changes: writes what `decide` makes of the text, if anything, and resolves with why. */
  revise(
    decide: (text: string) => Promise<{ readonly text: string; readonly why: Reason } | undefined>,
  ): Promise<Reason | undefined> {
    return this.#turn(async () => {
      const decided = await decide(await this.#text());
      if (decided === undefined) return undefined;
      this.#write(decided.text);
      this.places.log(reasonText(decided.why));
      return decided.why;
    });
  }

  /** Makes the control service reachable for us and for no one else. True when that changed something. */
  secure(router: ControlledRouter): Promise<boolean> {
    return this.#turn(async () => {
      const { dataDir, config, mode, log } = this.places;
      if (mode === "supervise") for (const dir of [dataDir, dirname(config)]) makeDirectory(dir, 0o700);
      const text = await this.#text();
      const changes = await securedControl(settingsOf(text), router);
      if (changes.size > 0) {
        log(`Setting ${[...changes.keys()].join(", ")} in ${config}`);
        this.#write(withSettings(text, changes));
      }
      if (!router.running) await this.#placeCertificate();
      return changes.size > 0;
    });
  }

  /**
   * Before a start: i2pd keeps its addresses in router.info even when its settings change, so that file
   * must be removed when they have changed. The identity stays: that is in router.keys.
   */
  async beforeStart(last: Applied | undefined): Promise<Applied> {
    const settings = await this.settings();
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

  /** Removes what is left of a change if the service was killed in the middle of it. */
  async cleanUp(): Promise<void> {
    await sweepTrials(this.places.controlDir);
    sweepDrafts(this.places.config);
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
      throw new SettingRefused(reason("i2pd.newAddress", { dir: dataDir }), { cause });
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

  async #text(): Promise<string> {
    return (await textOf(this.places.config)) ?? "";
  }

  #refusalOf(text: string): Promise<string | undefined> {
    const { binary, controlDir } = this.places;
    return refusalOf(text, binary, controlDir, this.run);
  }

  /** Throws unless a client may make this change, and i2pd takes it. */
  async #check(before: string, after: string): Promise<void> {
    const [was, is] = [settingsOf(before), settingsOf(after)];
    checkExtent(was, is);
    checkChange(was, is, defaultsOf(this.places.mode, is));
    if (appliedOf(was).address !== appliedOf(is).address) await this.#checkAddressCanChange();
    const refusal = await this.#refusalOf(after);
    if (refusal !== undefined) throw new SettingRefused(reason("i2pd.refuses", { text: refusal }));
    // After i2pd's own word, which says more about a name that does not exist.
    checkKnown(was, is);
  }

  /** After the write: what a killed service has not answered must not come back in a roll-back. */
  async #record(is: Settings, wanted: Wanted): Promise<void> {
    await this.saved(is, wanted).catch((cause: Error) => {
      throw new RouterUnavailable(
        reason("i2pd.notRecorded", { file: this.places.config, text: cause.message }),
        "failed",
        { cause },
      );
    });
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
