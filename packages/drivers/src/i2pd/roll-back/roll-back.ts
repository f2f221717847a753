import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Reason, reason, type Settings } from "@pilothouse/protocol";
import { replaceFile, sweepDrafts, textOf } from "@pilothouse/system";
import { settingsOf, withSettings } from "../config/conf.js";
import type { Configuration, Wanted } from "../config/configuration.js";
import { isOwn } from "../guard/guard.js";
import { SavedChanges, type Values } from "./saved-changes.js";

/** A configuration to be tried after a start that failed. */
interface Attempt {
  readonly text: string;
  /** With how many of the saved changes; absent for what was there, hand-made edits included. */
  readonly first?: number;
}

export interface RollBackOptions {
  readonly configuration: Configuration;
  readonly controlDir: string;
  readonly log: (message: string) => void;
  /** Tells what a roll-back has lost. What is not taken is told again when the driver is opened again. */
  readonly tell: (reverted: { readonly file: string; readonly lost: Values }) => Promise<void>;
}

/**
 * Finds a configuration with which the router starts, when it does not start with the one that is there. What was
 * answered as saved is kept if the router starts with it; of what it does not start with, the newer half goes first.
 */
export class RollBack {
  readonly #saved: SavedChanges;
  /** What is still to be tried; the first is in force. Empty as long as starts do not fail. */
  #attempts: readonly Attempt[] = [];

  constructor(readonly options: RollBackOptions) {
    this.#saved = new SavedChanges(this.#file("saved"));
  }

  async open(): Promise<void> {
    for (const name of ["proven", "started"]) sweepDrafts(this.#file(name));
    await this.#saved.open();
    this.#tell();
  }

  /** A write was made, and is about to be answered as saved. */
  async saved(is: Settings, wanted: Wanted): Promise<void> {
    const names = wanted === "all" ? await this.#allNames(is) : wanted;
    this.#saved.add(new Map(names.map((name) => [name, is.get(name) ?? null])));
  }

  /** The router is about to be started with what is there now. */
  async starting(): Promise<void> {
    await this.options.configuration.revise(async (text) => {
      replaceFile(this.#file("started"), text, { mode: 0o600, ours: true });
      this.#saved.started();
      return undefined;
    });
  }

  /** Somebody else has started the router: with what, cannot be known. */
  async startedByOthers(): Promise<void> {
    await rm(this.#file("started"), { force: true });
  }

  /** The router came up with what it was started with. */
  async proven(): Promise<void> {
    const text = await textOf(this.#file("started"));
    if (text === undefined) return;
    this.#attempts = [];
    if (text !== (await textOf(this.#file("proven"))))
      replaceFile(this.#file("proven"), text, { mode: 0o600, ours: true });
    this.#saved.proven(settingsOf(text));
    this.#tell();
  }

  /** A start failed. Resolves with what was done about it. */
  failed(): Promise<Reason | undefined> {
    return this.options.configuration.revise(async (text) => {
      const [current, ...rest] = this.#attempts;
      const going = current !== undefined && isSame(current.text, text);
      // The last one is tried again and again.
      if (!going) this.#attempts = await this.#plan(text);
      else if (rest.length > 0) this.#attempts = rest;
      const [next] = this.#attempts;
      if (next === undefined || isSame(next.text, text)) return undefined;
      if (!going || current.first === undefined)
        replaceFile(this.#file("failed"), text, { mode: 0o600, ours: true });
      // Before the configuration: the service may be killed in between, and what is not missing is not lost.
      this.#saved.keepOnly(next.first);
      return { text: next.text, why: this.#why(next) };
    });
  }

  /** What to start with now and, as long as that fails, next. */
  async #plan(text: string): Promise<readonly Attempt[]> {
    const { configuration } = this.options;
    const good = await textOf(this.#file("proven"));
    if (good === undefined || isSame(good, text)) return [];
    const kept: Attempt[] = [];
    for (let first = this.#saved.count; first > 0; first = Math.floor(first / 2)) {
      const attempt = { text: withSettings(good, this.#saved.values(first)), first };
      const isNew = !isSame(attempt.text, kept.at(-1)?.text ?? text);
      if (isNew && (await configuration.mayBecome(good, attempt.text))) kept.push(attempt);
    }
    // A start can fail for another reason, such as a kill: nothing that was saved is given up after only one.
    const twice = kept[0]?.first === this.#saved.count ? [kept[0], ...kept] : kept;
    const tried = [...twice, { text: good, first: 0 }];
    // If even the last configuration that worked fails, the settings are not the reason.
    return (await configuration.takes(text))
      ? [{ text }, ...tried, { text }]
      : [...tried, ...twice.slice(0, 1)];
  }

  #why({ first }: Attempt): Reason {
    if (first === undefined) return reason("rollBack.neither");
    return reason(first === 0 ? "rollBack.done" : "rollBack.withSaved", { file: this.#file("failed") });
  }

  #tell(): void {
    const { lost } = this.#saved;
    if (lost === undefined) return;
    const { tell, log } = this.options;
    tell({ file: this.#file("failed"), lost })
      .then(() => this.#saved.told())
      .catch((error: Error) => log(`What a roll-back has lost could not be recorded: ${error.message}`));
  }

  async #allNames(is: Settings): Promise<readonly string[]> {
    const texts = await Promise.all(["proven", "started"].map((name) => textOf(this.#file(name))));
    const before = texts.flatMap((text) => [...settingsOf(text ?? "").keys()]);
    // What was saved before and is not there any more is removed by this.
    const names = new Set([...is.keys(), ...before, ...this.#saved.values().keys()]);
    return [...names].filter((name) => !isOwn(name));
  }

  #file(name: string): string {
    return join(this.options.controlDir, `i2pd.conf.${name}`);
  }
}

/** Apart from the service's own settings, which may be others at every start. */
const isSame = (one: string, other: string): boolean => withoutOwn(one) === withoutOwn(other);

const withoutOwn = (text: string): string =>
  withSettings(text, new Map([...settingsOf(text).keys()].filter(isOwn).map((name) => [name, null])));
