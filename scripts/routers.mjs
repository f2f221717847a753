// `npm run routers`: asks every router for every row of the interface, itself and through the service, and
// writes docs/routers.md. A real i2pd runs meanwhile, in a network of its own.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { QUIRKS } from "../packages/drivers/dist/upstream/quirks.js";
import * as protocol from "../packages/protocol/dist/index.js";
import { isolated, prepare } from "./i2pd.mjs";
import { root } from "./prepare.mjs";
import { i2pd, java, simulator } from "./routers/columns.mjs";
import { action, info, method, setting, verb } from "./routers/probes.mjs";

const SECTIONS = [
  { title: "Methods", rows: protocol.METHODS, probe: method },
  { title: "RouterInfo", rows: protocol.ROUTER_INFO, prefix: "svc.", probe: info },
  { title: "NetworkSetting", rows: protocol.NETWORK_SETTING, prefix: "svc.", probe: setting },
  { title: "AdvancedSettings", rows: protocol.METHODS.AdvancedSettings.params, probe: verb },
  // Last, since it ends the routers.
  { title: "RouterManager", rows: protocol.ROUTER_MANAGER, probe: action },
];

/** What the drivers know to be wrong with a router, where a question or two do not show it. */
const KNOWN = {
  "i2pd, itself": {
    "router.net.status": "ownStatusNumbers",
    "router.netdb.knownpeers": "countsItself",
    FindUpdates: "ignoredActions",
    Update: "ignoredActions",
    Restart: "ignoredActions",
    RestartGraceful: "ignoredActions",
    ShutdownGraceful: "secondCallKills",
  },
  "Java I2P, itself": {
    GetRate: "ratePeriods",
    RouterManager: "oneAction",
    NetworkSetting: "halfWrites",
    AdvancedSettings: "poisoning",
    "router.netdb.isreseeding": "reseedUntold",
    "router.net.ssu.detectedip": "detectedIpFails",
    setAll: "emptySetAll",
  },
};

const intro = (version) => `# What each router answers

Made by \`npm run routers\`, which asks for every row of the interface's tables and writes this page. It is not edited by hand.

- **i2pd, itself**: the control service of a real i2pd ${version}, in a private network of four routers. It is asked as the driver asks it: a whole number as id, one key at a time, no token.
- **i2pd, through us**: the service over the driver of that same router. Fast and high-capacity peers are [approximate](i2pd.md#information).
- **Java I2P, itself**: not a real one, but the double of Java I2P 2.13.0 that the tests use; they hold it against exchanges recorded from the real one.
- **Java I2P, through us**: the service over the driver of Java I2P, with a second such double.
- **simulator**: the service over the router that is only played.

What a cell says:

- **yes**: it is answered as the interface says. Methods were also called without a token, or with a wrong password, and refused that. Settings were written and read back. Through us, an action that ends the router was seen to happen; of a router itself, only the answer was looked at. Through us, updates of i2pd and of the simulator come from a signed feed, which had one.
- **no**: it is not there. Extensions are Pilothouse's own, and i2pd's.
- **wrong**: it is answered, but not as the interface says.

A note that ends in a name is a row of \`packages/drivers/src/upstream/quirks.ts\`, where its evidence stands; all other notes are what this run saw.
`;

async function page(version, columns) {
  const notes = [];
  const mark = (note) => `[^${notes.includes(note) ? notes.indexOf(note) + 1 : notes.push(note)}]`;
  const write = (to, key, { there, wrong, remarks }) => {
    const quirk = KNOWN[to.title]?.[key];
    const faults = quirk === undefined ? wrong : [...wrong, `${QUIRKS[quirk].says} (\`${quirk}\`)`];
    const says = faults.length === 0 ? "yes" : "wrong";
    return (there ? says : "no") + [...faults, ...remarks].map(mark).join("");
  };
  let text = intro(version);
  for (const { title, rows, prefix = "", probe } of SECTIONS) {
    const seen = new Map();
    for (const to of columns)
      for (const key of Object.keys(rows)) seen.set(to, { ...seen.get(to), [key]: await probe(to, key) });
    text += `\n## ${title}\n\n| | ${columns.map((to) => to.title).join(" | ")} |\n`;
    text += `|---|${"---|".repeat(columns.length)}\n`;
    for (const [key, { extension }] of Object.entries(rows)) {
      const cells = columns.map((to) => write(to, key, seen.get(to)[key]));
      text += `| \`${prefix}${key}\`${extension ? " (extension)" : ""} | ${cells.join(" | ")} |\n`;
    }
  }
  return `${text}\n${notes.map((note, at) => `[^${at + 1}]: ${note}\n`).join("")}`;
}

async function survey() {
  const dir = mkdtempSync(join(tmpdir(), "pilothouse-routers-"));
  const columns = [];
  try {
    const update = { version: "99.0.0", file: join(dir, "update") };
    writeFileSync(update.file, "an update");
    const real = await i2pd(dir);
    columns.push(...real.columns);
    columns.push(...(await java(dir, update)));
    columns.push(await simulator(dir, update));
    writeFileSync(join(root, "docs", "routers.md"), await page(real.version, columns));
  } finally {
    // The service over a router comes after the router itself, and must be ended before it.
    for (const { close } of columns.toReversed()) await close();
    rmSync(dir, { recursive: true, force: true });
  }
}

if (process.argv[2] === "inside") await survey();
else process.exitCode = isolated([process.execPath, fileURLToPath(import.meta.url), "inside"], prepare().env);
