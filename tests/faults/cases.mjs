import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { built } from "./built.mjs";
import { arm, disarm, log, watch } from "./control.mjs";
import { afterPowerCut, callsIn, filesOf, TRUNCATE } from "./power-cut.mjs";
import { Served } from "./service.mjs";
import { dataIn, settingsText, short, World } from "./world.mjs";

const { MIGRATIONS } = await built("server", "store/opening/migrations.js");
const { openSqlite } = await built("server", "store/sqlite.js");
const { APPLICATION_ID } = await built("server", "store/opening/opening.js");

/**
 * What is done to a store, step by step. `prepare` fills the directory, `begin` is done before calls are counted,
 * and each step has what it does and what is different in the store when it was answered.
 */

const fileIn = (directory) => join(dataIn(directory), "pilothouse.db");

/** A store with something of everything. */
async function filled(directory) {
  const world = await new World(directory).start();
  await world.changePassword("the first");
  for (const address of ["a", "b", "c"]) await world.login(address);
  await world.saveSettings("A");
  for (let n = 0; n < 5; n++) await world.record(`entry ${n}`);
  await world.saveHistory();
  await world.close();
}

const adding = (list, one) => [...list.split(",").slice(1), one].join();

const CHANGES = [
  ["settings", (world) => world.saveSettings("B"), (s) => ({ ...s, settings: short(settingsText("B")) })],
  ["login", (world) => world.login("d"), (s) => ({ ...s, tokens: [...s.tokens, "d"].sort() })],
  [
    "revocation",
    (world) => world.revoke("a"),
    (s) => ({ ...s, tokens: s.tokens.filter((one) => one !== "a") }),
  ],
  ["audit", (world) => world.record("newest"), (s) => ({ ...s, audit: adding(s.audit, "newest") })],
  ["history", (world) => world.saveHistory(), (s, learned) => ({ ...s, history: learned.history })],
  [
    "several at once",
    (world) => Promise.all([world.saveSettings("C"), world.login("e"), world.record("last")]),
    (s) => ({
      ...s,
      settings: short(settingsText("C")),
      tokens: [...s.tokens, "e"].sort(),
      audit: adding(s.audit, "last"),
    }),
  ],
  [
    "password",
    (world) => world.changePassword("the second"),
    (s) => ({ ...s, password: "the second", tokens: [] }),
  ],
  ["login afterwards", (world) => world.login("f"), (s) => ({ ...s, tokens: [...s.tokens, "f"].sort() })],
];

/** What a call leaves: all of it, or nothing. */
const leaving =
  (action, { changes = [], events = changes, ...more }) =>
  (s) => ({
    ...s,
    changes: [...s.changes, ...changes],
    events: [...s.events, ...events],
    audit: `${s.audit},${action}`,
    ...Object.fromEntries(Object.entries(more).map(([name, make]) => [name, make(s[name])])),
  });
const without = (one) => (list) => list.filter((other) => other !== one);
const called = (method, params, effect) => [method, (served) => served.call(method, params), effect];
const NETWORK = { "i2p.router.net.bw.in": "77" };
const TEMPLATE = { checksum: "0".repeat(32), network: { "router.net.bw.out": "33" }, restart: "never" };

/** Calls that change something: each is to leave its change, its event and its audit entry in one commit. */
const CALLS = [
  called("NetworkSetting", NETWORK, leaving("NetworkSetting", { changes: ["network"] })),
  called("AdvancedSettings", { set: { a: "1" } }, leaving("AdvancedSettings", { changes: ["advanced"] })),
  called("pilothouse.changes", { undo: 2 }, leaving("settings undone", { changes: ["advanced"] })),
  // Refused by the router: what was written is put back, and that is on record too.
  called(
    "pilothouse.apply",
    { ...TEMPLATE, advanced: { "i2np.ntcp.port": "no port" } },
    leaving("apply", { changes: ["network", "advanced"] }),
  ),
  called(
    "pilothouse.apply",
    { ...TEMPLATE, advanced: { a: "2" } },
    leaving("apply", { changes: ["network", "advanced"] }),
  ),
  called(
    "pilothouse.settings",
    { set: { "budget.day": 5 } },
    leaving("settings of the service", {
      events: ["service"],
      values: (all) => [...all, "setting.budget.day5"],
    }),
  ),
  called(
    "pilothouse.webapps",
    { name: "jsonrpc", autostart: true },
    leaving("web application", { values: (all) => [...all, "webapp.jsonrpc.autostarttrue"] }),
  ),
  called(
    "pilothouse.createToken",
    { name: "ci", scope: "read" },
    leaving("token created", { tokens: (all) => [...all, "local"].sort() }),
  ),
  called("pilothouse.tokens", { revoke: "ci" }, leaving("token revoked", { tokens: without("local") })),
  called(
    "pilothouse.sessions",
    { revokeOthers: true },
    leaving("other sessions revoked", { tokens: () => [] }),
  ),
];

/** Opening is a step of its own: it changes no saved data, and all other steps need it. */
const OPENING = ["opening", (world, directory) => world.open(directory), (s) => s];

/** A world that is opened by a step, and so perhaps never. */
class Later {
  #world;

  async open(directory) {
    this.#world = new World(directory);
    await this.#world.start();
  }

  async changePassword(hash) {
    await this.#world.changePassword(hash);
  }

  remembered() {
    return this.#world?.auth && this.#world.remembered();
  }

  kept() {
    return this.#world?.auth && this.#world.kept();
  }

  async close() {
    await this.#world?.close();
  }
}
const opened = (prepare, after = []) => ({
  prepare,
  begin: () => new Later(),
  steps: [OPENING, ...after],
});

/** As an earlier version of the program has left it. */
function ofVersion(directory, version) {
  mkdirSync(dataIn(directory), { recursive: true });
  const db = openSqlite(fileIn(directory));
  for (const step of MIGRATIONS.slice(0, version)) db.exec(step);
  db.exec(`PRAGMA user_version = ${version}; PRAGMA application_id = ${APPLICATION_ID}`);
  const values = { password: '{"hash":"the first","factory":false}', "router.simulator": settingsText("A") };
  for (const [name, text] of Object.entries(values)) db.run("INSERT INTO value VALUES (?, ?)", name, text);
  for (const address of ["a", "b", "c"])
    db.run(
      "INSERT INTO token (hash, issued, expires, factory, address) VALUES (?, 0, 9e12, 0, ?)",
      `hash of ${address}`,
      address,
    );
  db.close();
}

/** A write that was cut short when its journal was on disk and half of its pages were. */
async function cutShort(directory) {
  await filled(directory);
  const world = await new World(directory).start();
  const base = filesOf(directory);
  watch(directory);
  arm();
  await world.saveSettings("B");
  disarm();
  const calls = callsIn(log());
  await world.close();
  const last = calls.findLastIndex(({ op }) => op === TRUNCATE);
  rmSync(directory, { recursive: true });
  afterPowerCut(base, calls.slice(0, last - 2), () => true, directory);
}

/** Not what was written: the page under the names of the values is overwritten. */
async function spoilt(directory) {
  await filled(directory);
  const file = openSync(fileIn(directory), "r+");
  writeSync(file, Buffer.alloc(4_096, 0x5a), 0, 4_096, 4_096);
  closeSync(file);
}

const NEW_PASSWORD = CHANGES.find(([name]) => name === "password");

export const CASES = {
  changes: { prepare: filled, begin: (directory) => new World(directory).start(), steps: CHANGES },
  calls: {
    prepare: filled,
    begin: (directory) => new Served(directory).start(),
    steps: CALLS,
    // Saved now and then while the service runs.
    except: ["history"],
  },
  "first start": opened((directory) => mkdirSync(directory, { recursive: true }), [NEW_PASSWORD]),
  ...Object.fromEntries(
    MIGRATIONS.map((_, n) => n + 1)
      .slice(0, -1)
      .map((version) => [`migration from ${version}`, opened((directory) => ofVersion(directory, version))]),
  ),
  recovery: opened(cutShort, [NEW_PASSWORD]),
  "setting aside": opened(spoilt),
};
