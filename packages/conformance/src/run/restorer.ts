import { call, login } from "../check/check.js";
import { errorCodeOf, field, resultOf, summary, type View } from "../check/want.js";
import { isWritable, SETTING_NAMES, type SettingKey } from "../spec/keys.js";
import { isObject, Num } from "../wire/json.js";
import type { Session } from "./session.js";

type Map = { readonly [name: string]: string };

/** The value of a setting as text; null when it is not set, undefined when the server does not have it. */
export type Value = string | null | undefined;

const CHECK = "restoring";

function settingIn(view: View, key: SettingKey): Value {
  const value = field(view, `svc.${key}`);
  if (value instanceof Num) return value.text;
  return typeof value === "string" || value === null ? value : undefined;
}

/**
 * Puts back what checks change. It takes a fresh token, reads replies however they are written, and tries
 * another way where one does not help: none of what is tested has to be right for it.
 */
export class Restorer {
  readonly settings = new Map<SettingKey, Value>();
  advanced: Map | undefined;
  /** Settings that change by themselves: the time of the last save, and the like. */
  readonly #restless = new Set<string>();
  /** Settings that could not be put back so far, and everything else. */
  #settingsLeft: readonly string[] = [];
  readonly #otherLeftovers: string[] = [];
  /** The same where it holds a password: for the terminal only. */
  readonly secretLeftovers: string[] = [];
  /** The password that a check may have set. */
  newPassword: string | undefined;
  /** Why there is no map of advanced settings. */
  advancedTrouble = "";
  /** Some servers set only what they know. */
  refusesProbe = false;
  settingsTouched = false;
  advancedTouched = false;

  constructor(readonly session: Session) {}

  /** What could not be put back, in words for the operator. */
  get leftovers(): readonly string[] {
    return [...this.#settingsLeft, ...this.#otherLeftovers];
  }

  /** Remembers how everything is, before anything is changed. */
  async remember(): Promise<void> {
    const [name, value] = this.session.target.probe;
    for (const key of SETTING_NAMES) this.settings.set(key, await this.read(key));
    const first = (await this.readAll()) ?? {};
    this.advanced = await this.readAll();
    if (this.advanced === undefined) return;
    const now = this.advanced;
    for (const one of Object.keys({ ...first, ...now })) if (first[one] !== now[one]) this.#restless.add(one);
    this.advancedTouched = true;
    const { view } = await this.session.exchange(CHECK, call("AdvancedSettings", { set: { [name]: value } }));
    this.refusesProbe = errorCodeOf(view) !== undefined;
    await this.restore();
  }

  async read(key: SettingKey): Promise<Value> {
    const { view } = await this.session.exchange(CHECK, call("NetworkSetting", { [`svc.${key}`]: null }));
    return settingIn(view, key);
  }

  /** The settings that must stay as they are now. */
  async steady(): Promise<Map | undefined> {
    const map = await this.readAll();
    return map && Object.fromEntries(Object.entries(map).filter(([name]) => !this.#restless.has(name)));
  }

  async readAll(): Promise<Map | undefined> {
    const { view } = await this.session.exchange(CHECK, call("AdvancedSettings", { getAll: "" }));
    const map = resultOf(view)?.["getAll"];
    this.advancedTrouble = this.session.said(summary(view));
    if (!isObject(map)) return undefined;
    const entries = Object.entries(map);
    return entries.every(([, value]) => typeof value === "string")
      ? (Object.fromEntries(entries) as Map)
      : undefined;
  }

  /** Puts everything back that was touched. At the end of a run it looks at every setting by itself. */
  async restore(thorough = false): Promise<void> {
    if (this.newPassword !== undefined) await this.#restorePassword(this.newPassword);
    if (!this.settingsTouched && !this.advancedTouched && !thorough) return;
    if (thorough) this.settingsTouched ||= this.settings.size > 0;
    // The token at hand does in most cases; what it does not do is tried again with a fresh one.
    const left = await this.#attempt(thorough);
    this.#settingsLeft = left;
    if (left.length === 0) return;
    const trouble = await this.session.logIn(CHECK);
    this.#settingsLeft =
      trouble === undefined ? await this.#attempt(true) : [...left, `There is no token: ${trouble.why}`];
  }

  /** All settings that there were: by one request, or one by one when that is not enough or not to be trusted. */
  async #readEach(oneByOne: boolean): Promise<ReadonlyMap<SettingKey, Value>> {
    const keys = [...this.settings]
      .filter(([key, old]) => old !== undefined && isWritable(key))
      .map(([key]) => key);
    const asked = Object.fromEntries(keys.map((key) => [`svc.${key}`, null]));
    const { view } = await this.session.exchange(CHECK, call("NetworkSetting", oneByOne ? {} : asked));
    const found = new Map<SettingKey, Value>();
    for (const key of keys) {
      const value = settingIn(view, key);
      found.set(key, value === undefined ? await this.read(key) : value);
    }
    return found;
  }

  async #attempt(oneByOne: boolean): Promise<string[]> {
    const left = [
      ...(this.advancedTouched ? await this.#restoreAdvanced() : []),
      ...(this.settingsTouched ? await this.#restoreSettings(oneByOne) : []),
    ];
    if (left.length > 0) return left;
    this.settingsTouched = false;
    this.advancedTouched = false;
    return [];
  }

  /** The server is gone: what was changed stays changed. */
  giveUp(reason: string): void {
    if (this.settingsTouched || this.advancedTouched || this.newPassword !== undefined)
      this.#otherLeftovers.push(`Settings or the password could not be put back: ${reason}`);
    if (this.newPassword !== undefined)
      this.secretLeftovers.push(`The password is the old one, or: ${this.session.variables["NEW_PASSWORD"]}`);
  }

  async #restoreSettings(oneByOne: boolean): Promise<string[]> {
    // Routers couple some settings: putting one back may move another, so another round looks again.
    let left: string[] = [];
    for (let round = 0; round < 3; round++) {
      left = [];
      for (const [key, now] of await this.#readEach(oneByOne)) {
        const old = this.settings.get(key) ?? null;
        if ((old ?? "") === (now ?? "")) continue;
        left.push(`svc.${key} was ${JSON.stringify(old)} and is ${JSON.stringify(now)}`);
        if (old !== null || key.endsWith("hostname"))
          await this.session.exchange(CHECK, call("NetworkSetting", { [`svc.${key}`]: old ?? "" }));
        else await this.#restoreAdvanced();
      }
      if (left.length === 0) return [];
    }
    return left;
  }

  async #restoreAdvanced(): Promise<string[]> {
    const old = this.advanced;
    if (old === undefined) return [];
    const differing = async () => {
      const now = (await this.readAll()) ?? {};
      const names = new Set([...Object.keys(old), ...Object.keys(now)]);
      return [...names].filter((name) => old[name] !== now[name] && !this.#restless.has(name));
    };
    let wrong = await differing();
    for (const verb of ["setAll", "set"] as const) {
      if (wrong.length === 0) return [];
      const lost = verb === "set" ? Object.fromEntries(wrong.map((name) => [name, old[name] ?? ""])) : old;
      await this.session.exchange(CHECK, call("AdvancedSettings", { [verb]: lost }));
      wrong = await differing();
    }
    return wrong.length === 0
      ? []
      : [`Advanced settings that are not as they were: ${wrong.slice(0, 10).join(", ")}`];
  }

  async #restorePassword(changed: string): Promise<void> {
    const isBack = await this.#changeBack(changed);
    this.newPassword = undefined;
    if (isBack) return;
    this.#otherLeftovers.push(
      "The password could not be changed back; the terminal names a file that holds what it may be now.",
    );
    this.secretLeftovers.push(`The password is the old one, or: ${this.session.variables["NEW_PASSWORD"]}`);
  }

  async #changeBack(changed: string): Promise<boolean> {
    const { session } = this;
    const back = call("ServiceControl", { "svccontrol.password": "$PASSWORD" });
    // A server that revokes no tokens takes it back at once.
    const { view: direct } = await session.exchange(CHECK, back);
    if (resultOf(direct) !== undefined && (await session.logIn(CHECK)) === undefined) return true;
    for (const password of [changed, "$PASSWORD", "", "1234567890", "null"]) {
      const { view } = await session.exchange(CHECK, login(password));
      const token = resultOf(view)?.["Token"];
      if (typeof token !== "string") continue;
      session.token = token;
      if (password === "$PASSWORD") return true;
      await session.exchange(CHECK, back);
      return (await session.logIn(CHECK)) === undefined;
    }
    return false;
  }
}
