import { createHash } from "node:crypto";
import { join } from "node:path";
import { built } from "./built.mjs";

/** Everything that a service keeps in its store, how it is changed, and how it reads afterwards. */

const { Audit } = await built("server", "audit/audit.js");
const { Auth } = await built("server", "auth/auth.js");
const { silentLog } = await built("server", "log.js");
const { History } = await built("server", "features/history/history.js");
const { Store, StoreError } = await built("server", "store/store.js");
const { readValue, storage } = await built("server", "store/values.js");

const clock = { now: () => 1_800_000_000_000 };
const rules = { tokenLifetimeMs: () => 86_400_000, allowFactoryPassword: () => false };
/** The first start makes it, and so its name must be made durable too. */
export const dataIn = (directory) => join(directory, "data");
/** Few, so that adding one removes another. */
const MOST_ENTRIES = { known: 5, stranger: 5, session: 50 };
/** Several pages, each time other ones in part. */
export const settingsText = (mark) => `${mark.repeat(9_000)}${"x".repeat(3_000)}`;

/** If a change of the store fails, the caller gets an error; if no caller waits for it, the log gets a line. */
export class World {
  #lost = [];
  #sampled = clock.now() - 3_600_000;

  constructor(directory) {
    this.log = { ...silentLog, error: ({ err }) => void this.#lost.push(err) };
    this.store = Store.open(dataIn(directory), clock);
  }

  async start() {
    this.auth = await Auth.open(this.store, clock, rules);
    this.audit = new Audit(this.store, clock, this.log, MOST_ENTRIES);
    this.history = new History(this.store, clock, this.log);
    this.history.start();
    return this;
  }

  saveSettings(mark) {
    return storage(this.store, "simulator").save(settingsText(mark));
  }

  login(address) {
    return this.auth.tokens.issue(address, false, () => true);
  }

  revoke(address) {
    return this.auth.tokens.revoke(this.auth.tokens.open().find((session) => session.address === address));
  }

  /** As `svccontrol.password` does once the hash is made. */
  changePassword(hash) {
    return this.auth.takePasswordHash(hash);
  }

  record(action) {
    return this.#logged(() =>
      this.audit.add({ address: "192.0.2.1", session: "one" }, { action, outcome: "ok" }),
    );
  }

  saveHistory() {
    const facts = { "router.net.bw.inbound.1s": 1_000 };
    for (let n = 0; n < 5; n++) {
      this.#sampled += 60_000;
      this.history.add({ at: this.#sampled, phase: { name: "running" }, facts });
    }
    return this.#logged(() => this.history.save());
  }

  async #logged(work) {
    await work();
    const [reason] = this.#lost.splice(0);
    if (reason !== undefined) throw reason;
  }

  /** What the service goes by while it runs. */
  remembered() {
    const { current } = this.auth.password;
    return {
      password: current.factory ? "factory" : current.hash,
      tokens: this.auth.tokens
        .open()
        .map(({ address }) => address)
        .sort(),
    };
  }

  kept() {
    return keptIn(this.store);
  }

  async close() {
    this.auth?.close();
    await this.store.close();
  }
}

/** What is in a store, in short. */
function keptIn(store) {
  const rows = (sql) => store.all(sql).map((row) => Object.values(row)[0]);
  const password = JSON.parse(readValue(store, "password") ?? '{"factory":true}');
  return {
    password: password.factory ? "factory" : password.hash,
    tokens: rows("SELECT address FROM token ORDER BY address"),
    settings: short(readValue(store, "router.simulator")),
    audit: rows("SELECT action FROM audit ORDER BY id").join(),
    values: rows("SELECT name || text FROM value WHERE name LIKE 'setting.%' OR name LIKE 'webapp.%'"),
    changes: rows("SELECT part FROM change ORDER BY id"),
    events: rows("SELECT data FROM event WHERE kind = 'settings.saved' ORDER BY id").map(
      (text) => JSON.parse(text).of,
    ),
    history: short(JSON.stringify(store.all("SELECT tier, block, hex(buckets) FROM history"))),
  };
}

export const short = (text = "") => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** What the next start finds: `{ kept }`, or `{ refused }` with the message to the operator. */
export async function foundIn(directory) {
  try {
    const store = Store.open(dataIn(directory), clock);
    try {
      return { kept: keptIn(store) };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return { refused: error.message };
    throw error;
  }
}
