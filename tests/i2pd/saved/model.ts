import { expect } from "vitest";
import type { Managed } from "./managed.js";

/** Network settings, and the options of i2pd.conf that hold them. */
export const HELD: { readonly [key: string]: string } = {
  "svc.router.net.bw.share": "share",
  "svc.router.net.bw.in": "bandwidth",
  "svc.router.net.ntcp.port": "ntcp2.port",
};
/** As the record names them: bandwidth is one limit for both directions. */
const RECORDED: typeof HELD = { ...HELD, "svc.router.net.bw.out": "bandwidth" };
/** i2pd takes each of them, and with both it ends when it starts, because it has no way to others. */
export const DEADLY = { "ntcp2.enabled": "false", "ssu2.enabled": "false" } as const;

interface Entry {
  readonly value: string | null;
  /** Written in the file by a person, which is on no record. */
  readonly byHand?: true;
}

/** What must be in i2pd.conf, by what was answered, edited and started. */
export class Model {
  /** Of the last start that worked. */
  #proven = new Map<string, Entry>();
  #now = new Map<string, Entry>();
  /** Answered as saved since then. */
  readonly #answered = new Map<string, Entry>();

  /** A write that leaves what somebody had edited is answered, and changes nothing that could be on record. */
  answered(name: string, value: string | null): void {
    const known = this.#now.get(name);
    const entry = known?.value === value ? known : { value };
    this.#now.set(name, entry);
    this.#answered.set(name, entry);
  }

  edited(name: string, value: string | null): void {
    this.#now.set(name, { value, byHand: true });
  }

  get #isDeadly(): boolean {
    return Object.keys(DEADLY).every((name) => this.#answered.get(name)?.value === "false");
  }

  /** The router was started: with what is there, or after a roll-back with what was answered. */
  async started(managed: Managed, rolledBack: boolean): Promise<void> {
    if (this.#isDeadly) await this.#lose(managed);
    else if (rolledBack) this.#now = new Map([...this.#proven, ...this.#answered]);
    this.#proven = new Map(this.#now);
    this.#answered.clear();
  }

  /** What is not there any more must be in an event, with its value. */
  async #lose(managed: Managed): Promise<void> {
    const file = await managed.file();
    this.#now = new Map(this.#proven);
    for (const [name, entry] of this.#answered) {
      const { value } = entry;
      const now = file.get(name) ?? null;
      this.#now.set(name, now === value ? entry : { value: now });
      if (now === value) continue;
      const shown = name === "http.pass" ? "(hidden)" : (value ?? "(removed)");
      await expect.poll(() => managed.lost(), { timeout: 20_000 }).toContain(`${name} = ${shown}`);
    }
    expect(Object.keys(DEADLY).every((name) => file.get(name) === "false")).toBe(false);
  }

  /** What the interface reads, what the file says and what is on record agree. */
  async check(managed: Managed): Promise<void> {
    const file = await managed.file();
    for (const [name, { value }] of this.#now) expect([name, file.get(name) ?? null]).toEqual([name, value]);
    const all = (await managed.call("AdvancedSettings", { getAll: null }))?.["getAll"];
    const own = [...file].filter(([name]) => !name.startsWith("i2pcontrol."));
    expect(all).toEqual(Object.fromEntries(own));
    const asked = Object.fromEntries(Object.keys(HELD).map((key) => [key, null]));
    const network = await managed.call("NetworkSetting", asked);
    for (const [key, name] of Object.entries(HELD)) {
      const general = name === "ntcp2.port" ? file.get("port") : undefined;
      expect([key, network?.[key]]).toEqual([key, file.get(name) ?? general ?? null]);
    }
    await expect.poll(() => this.#unrecorded(managed, file), { timeout: 20_000 }).toEqual([]);
  }

  /** What the last change on record says otherwise than the file. Nothing is on record of what people edit. */
  async #unrecorded(managed: Managed, file: ReadonlyMap<string, string>): Promise<readonly string[]> {
    const last = new Map<string, string | null>();
    for (const { differences } of (await managed.changes()).toReversed())
      for (const { name, new: value } of differences) last.set(RECORDED[name] ?? name, value);
    return [...last]
      .filter(([name]) => this.#now.get(name)?.byHand !== true)
      .filter(([name, value]) => {
        const is = file.get(name) ?? null;
        return name === "http.pass" ? (value === null) !== (is === null) : value !== is;
      })
      .map(([name, value]) => `${name} is ${file.get(name)}, and ${value} on record`);
  }
}
