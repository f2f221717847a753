import { type Json, type Params, Refused, string, Thrown } from "./answers.js";
import { DEFAULT_PORT, DETECTED_IP, INTERNAL_PORT, NETWORK, SSU_AUTOIP } from "./network-settings.js";

const FIRST_PORT = "20544";

/** What its file cannot hold. */
const BAD = { name: /[#;=\r\n]/, value: /[#\r\n]/ } as const;

/** The router's configuration: what it has in memory, and what is in its file. */
export class Configuration {
  /** The file cannot be written: a directory in the way of its temporary name, a full disk. */
  diskRefuses = false;
  /** Keys of NetworkSetting that are refused with any value. */
  readonly refuses = new Set<string>();
  #disk: ReadonlyMap<string, string> = new Map([
    ["i2np.udp.port", FIRST_PORT],
    [INTERNAL_PORT, FIRST_PORT],
    ["router.networkID", "99"],
  ]);
  #memory = new Map(this.#disk);

  get onDisk(): ReadonlyMap<string, string> {
    return this.#disk;
  }

  /** A restarted router reads the file, and trims what it reads. */
  load(): void {
    this.#memory = new Map([...this.#disk].map(([name, value]) => [name.trim(), value.trim()]));
  }

  /** Something in memory cannot be written to the file. */
  get poison(): Thrown | undefined {
    for (const [name, value] of this.#memory) {
      if (BAD.name.test(name))
        return new Thrown(
          `java.lang.IllegalArgumentException: Invalid character (one of "#;=\\r\\n") in key: "${name}"`,
        );
      if (BAD.value.test(value))
        return new Thrown(
          `java.lang.IllegalArgumentException: Invalid character (one of "#\\r\\n") in value: "${value}"`,
        );
    }
    return undefined;
  }

  /**
   * Memory first; then the file. What the file cannot hold is left out of it, and the caller gets an
   * exception all the same. Whether the file was written.
   */
  save(changes: Readonly<Record<string, string>>): boolean {
    for (const [name, value] of Object.entries(changes)) this.#memory.set(name, value);
    if (!this.diskRefuses)
      this.#disk = new Map(
        [...this.#memory].filter(([name, value]) => !BAD.name.test(name) && !BAD.value.test(value)),
      );
    const { poison } = this;
    if (poison !== undefined) throw poison;
    return !this.diskRefuses;
  }

  /** NetworkSetting: key by key, and without checking whether the file was written. */
  network(params: Params): Json {
    const reported: { [key: string]: Json } = {};
    let saved = false;
    let restart = false;
    for (const [key, row] of Object.entries(NETWORK)) {
      if (!Object.hasOwn(params, key)) continue;
      if (key === DETECTED_IP) {
        // It looks for an address of style "SSU"; routers publish "SSU2". It asks the wrong key whether to read.
        if (string(params[SSU_AUTOIP] ?? null) !== null) continue;
        throw new Thrown("java.lang.NullPointerException: Cannot invoke RouterAddress.getIP()");
      }
      const given = string(params[key]);
      const old = this.#memory.get(row.name) ?? row.otherwise;
      if (given === null) {
        reported[key] = this.#reported(row.name) ?? old ?? null;
        continue;
      }
      if (this.refuses.has(key)) throw new Refused(-32602, `"${key}" ${given} isn't valid.`);
      const value = row.read?.(given, key) ?? given;
      if (old !== value.trim()) {
        const good = row.take?.(value, key) ?? value;
        this.save({ [row.name]: good, ...row.also?.(good) });
        restart ||= row.restart === true;
      }
      saved = true;
    }
    return { ...reported, RestartNeeded: restart, SettingsSaved: saved };
  }

  /** With autoport, which is on by default, NTCP uses the port of UDP and ignores its own setting. */
  #reported(name: string): string | undefined {
    const auto = name === "i2np.ntcp.port" && (this.#memory.get("i2np.ntcp.autoport") ?? "true") === "true";
    return auto ? (this.#memory.get(INTERNAL_PORT) ?? DEFAULT_PORT) : this.#memory.get(name);
  }

  advanced(params: Params): Json {
    const reported: { [key: string]: Json } = {};
    const stored = (map: ReadonlyMap<string, string>) => {
      if (!this.save(Object.fromEntries(map))) throw new Refused(-32603, "Failed to save new config");
    };
    if (Object.hasOwn(params, "setAll")) {
      const map = settings("setAll", params["setAll"]);
      if (map.size === 0) throw new Thrown("java.lang.NullPointerException: Cannot invoke Map.keySet()");
      this.#memory.clear();
      stored(map);
    }
    if (Object.hasOwn(params, "set")) {
      const map = settings("set", params["set"]);
      if (map.size === 0) throw new Refused(-32602, "Map of settings does not contain any entries");
      stored(map);
    }
    if (Object.hasOwn(params, "getAll")) reported["getAll"] = Object.fromEntries(this.#memory);
    if (Object.hasOwn(params, "get")) {
      const name = params["get"];
      if (typeof name !== "string") throw new Refused(-32602, 'Value of "get" is not a string');
      reported["get"] = { [name]: this.#memory.get(name) ?? null };
    }
    return reported;
  }
}

function settings(parameter: string, value: unknown): Map<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refused(-32602, `Value of "${parameter}" is not a Map`);
  const entries = Object.entries(value);
  if (entries.some(([, one]) => typeof one !== "string"))
    throw new Refused(-32603, "Some of the supplied values are not strings");
  return new Map(entries);
}
