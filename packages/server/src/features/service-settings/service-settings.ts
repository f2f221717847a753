import { serialQueue } from "@pilothouse/drivers/port";
import {
  badKey,
  HIDDEN,
  parseJson,
  type Reason,
  RpcError,
  reason,
  reasonAs,
  type ServiceSetting,
  type ServiceValue,
  shown,
} from "@pilothouse/protocol";
import { type SettingDefinition, SettingsError } from "@pilothouse/system";
import { type Change, changesBetween } from "../../audit/changes.js";
import type { Log } from "../../log.js";
import { shownValue } from "../../settings/describe.js";
import type { Effective, Place } from "../../settings/load.js";
import {
  SETTING_SECRETS,
  type Settings,
  type SettingsTable,
  type SettingsToCheck,
  valueIn,
} from "../../settings/table.js";
import type { Alongside, Store } from "../../store/store.js";
import { forgetValue, putValue, readValue, savedJson, valuesNamed } from "../../store/values.js";
import { isConfigured, isSecret, type Stored, secretsIn, withValues } from "./secrets.js";

/** What file, environment and flags say. Without sources, nothing is taken to be set by them. */
export interface Configured {
  readonly settings: Settings;
  readonly sources?: Effective["sources"] | undefined;
}

const STORED = "setting.";
/** How often settings were set, in the store. */
const REVISION = "settings.revision";
const LONGEST = 4_096;
const DEFAULT: Place = { source: "default", where: "" };

/**
 * The settings in force: the configured value or, if there is none, the one set by RPC. As for the web applications,
 * the configuration takes precedence: an operator who reads the file sees what the service does.
 */
export class ServiceSettings {
  #configured: Configured;
  #stored: Stored = new Map();
  #store: Store | undefined;
  #current: Settings;
  #revision = 0;
  /** Each write is checked against what the one before it left. */
  readonly #serially = serialQueue();

  constructor(
    readonly table: SettingsTable,
    configured: Configured,
    /** Throws a `SettingsError` for settings that contradict each other. */
    readonly check: (given: SettingsToCheck) => void,
  ) {
    this.#configured = configured;
    this.#current = configured.settings;
  }

  get current(): Settings {
    return this.#current;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Secrets that were set here. */
  get secrets(): ReadonlyMap<string, string> {
    return secretsIn(this.#stored);
  }

  /** Where each setting comes from. */
  get sources(): Effective["sources"] {
    const names = [...this.table.keys()];
    return Object.fromEntries(names.map((name) => [name, this.#place(name)])) as Effective["sources"];
  }

  /**
   * Takes up what was set in earlier runs. What another version wrote and this one cannot read is left out, and so is
   * what cannot be set here: a store may come from a backup that somebody else has made.
   */
  open(store: Store, log: Log): void {
    this.#store = store;
    const stored = new Map<string, ServiceValue>();
    for (const [name, text] of valuesNamed(store, STORED)) {
      const value = savedJson(text, `the saved setting ${name}`) as ServiceValue;
      if (this.#isSettable(name) && this.#problem(name, value) === undefined) stored.set(name, value);
      else log.warn({ setting: name }, "this setting was kept by another version and is not used");
    }
    this.#stored = stored;
    this.#revision = Number(readValue(store, REVISION) ?? 0);
    this.#current = this.over(this.#configured);
  }

  /** These settings, and where they say nothing what was set here. */
  over({ settings, sources }: Configured, stored: Stored = this.#stored): Settings {
    const set = [...stored].flatMap(([name, value]) => {
      const row = this.table.get(name);
      const isFree = row !== undefined && (sources?.[name] ?? DEFAULT).source === "default";
      return isFree ? [[name, row.type.fromToml(value)] as const] : [];
    });
    return { ...settings, ...Object.fromEntries(set) };
  }

  /** The configuration was read again. */
  configure(configured: Configured): void {
    this.#configured = configured;
    this.#current = this.over(configured);
  }

  /** All that can be set here, without secrets. */
  list(): readonly ServiceSetting[] {
    const rows = [...this.table].filter(([, { live }]) => live === "rpc");
    return [
      ...rows.map(([name, row]) => {
        const whole = valueIn(this.#current, name);
        const value = shownValue(row, whole);
        return {
          ...{ name, ...this.#place(name), hidden: value !== whole },
          value: value === undefined ? null : asWritten(row, value),
        };
      }),
      ...Object.keys(SETTING_SECRETS).map((name) => ({
        ...{ name, ...this.#place(name), value: null, hidden: this.#place(name).source !== "default" },
      })),
    ];
  }

  /** Changes all of these or none; resolves when they are on disk, with what is alongside. Null unsets one. */
  set(
    values: { readonly [name: string]: ServiceValue },
    sessionSignal: AbortSignal,
    alongside: (changes: readonly Change[]) => readonly Alongside[] = () => [],
    ifRevision?: number,
  ): Promise<readonly Change[]> {
    return this.#serially(async () => {
      const now = this.#revision;
      if (ifRevision !== undefined && ifRevision !== now)
        throw badKey("ifRevision", reason("settings.newer", { revision: ifRevision, now }));
      const before = this.#stored;
      const next = this.#checked(values);
      const changes = differences(this.table, before, next);
      if (changes.length === 0) return [];
      this.#checkTogether(next);
      await this.#opened.write((db) => {
        sessionSignal.throwIfAborted();
        putValue(db, REVISION, String(now + 1));
        for (const name of before.keys()) if (!next.has(name)) forgetValue(db, STORED + name);
        for (const [name, value] of next)
          if (value !== before.get(name)) putValue(db, STORED + name, JSON.stringify(value));
      }, alongside(changes));
      this.#stored = next;
      this.#revision = now + 1;
      this.#current = this.over(this.#configured);
      return changes;
    });
  }

  /** What would count if these were set. Checked as if they were; nothing is changed. */
  preview(values: { readonly [name: string]: ServiceValue }): Settings {
    const next = this.#checked(values);
    this.#checkTogether(next);
    return this.over(this.#configured, next);
  }

  #checked(values: { readonly [name: string]: ServiceValue }): Stored {
    for (const [name, value] of Object.entries(values)) this.#check(name, value);
    return withValues(this.#stored, values, (name) => this.#place(name));
  }

  get #opened(): Store {
    if (this.#store === undefined) throw new Error("the settings have not been opened");
    return this.#store;
  }

  #place(name: string): Place {
    const configured = this.#configured.sources?.[SETTING_SECRETS[name]?.file ?? name] ?? DEFAULT;
    if (isConfigured(configured)) return configured;
    return this.#stored.has(name) ? { source: "run time", where: "" } : DEFAULT;
  }

  #isSettable(name: string): boolean {
    return isSecret(name) || this.table.get(name)?.live === "rpc";
  }

  #check(name: string, value: ServiceValue): void {
    if (!this.#isSettable(name)) throw badKey("set", reason("value.fixed", { name: shown(name) }));
    const place = this.#place(name);
    if (isConfigured(place)) throw badKey(name, reason("setting.elsewhere", { where: place.where }));
    const problem = value === null ? undefined : this.#problem(name, value);
    if (problem !== undefined) throw badKey(name, problem);
  }

  #problem(name: string, value: ServiceValue): Reason | string | undefined {
    if (JSON.stringify(value).length > LONGEST) return reason("value.long", { most: LONGEST });
    if (isSecret(name))
      return typeof value === "string" && /^[\x20-\x7e]+$/.test(value)
        ? undefined
        : wanting(reason("wants.visible"));
    const type = this.table.get(name)?.type;
    if (type === undefined || type.fromToml(value) !== undefined) return undefined;
    return type.means === undefined ? `wants ${type.wants}` : wanting(type.means);
  }

  #checkTogether(stored: Stored): void {
    try {
      this.check({ settings: this.over(this.#configured, stored), secrets: secretsIn(stored) });
    } catch (error) {
      if (error instanceof SettingsError) throw new RpcError("invalidParams", error.why);
      throw error;
    }
  }
}

/** The value is not repeated: it may be a secret. */
const wanting = (means: Reason): Reason => reason("value.wants", reasonAs("wants", means));

/** As it would stand in the file, whose values are JSON too for the kinds that can be set here. */
const asWritten = ({ type }: SettingDefinition, value: unknown): ServiceValue =>
  parseJson(type.toToml(value)) as ServiceValue;

/** What the record shows of a change; of secrets only that they changed. */
function differences(table: SettingsTable, before: Stored, after: Stored): readonly Change[] {
  const plain = (stored: Stored) =>
    new Map(
      [...stored]
        .filter(([name]) => !isHidden(table, name))
        .map(([name, value]) => [name, JSON.stringify(value)]),
    );
  const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => isHidden(table, name));
  return [
    ...changesBetween(plain(before), plain(after)),
    ...names
      .filter((name) => before.get(name) !== after.get(name))
      .map((name) => ({
        name,
        old: before.has(name) ? HIDDEN : null,
        new: after.has(name) ? HIDDEN : null,
      })),
  ];
}

const isHidden = (table: SettingsTable, name: string): boolean =>
  isSecret(name) || table.get(name)?.redact === "secret url";
