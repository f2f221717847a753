// `npm run routers`: asks every router for every row of the interface, itself and through the service, and
// writes docs/routers.md. Real i2pds run meanwhile, of this machine's Debian and of other releases, each in a
// network of its own.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { QUIRKS } from "../../packages/drivers/dist/upstream/quirks.js";
import * as protocol from "../../packages/protocol/dist/index.js";
import { RELEASES } from "../fetch/releases.mjs";
import { isolated } from "../i2pd.mjs";
import { keptSection, withSection } from "../java-i2p/section.mjs";
import { root } from "../prepare.mjs";
import { i2pd, java, simulator } from "./columns.mjs";
import { action, detail, info, method, setting, verb } from "./probes.mjs";

/** Fleets, backups and devices do not depend on the router; a wait that can be cancelled exists only for minutes. */
const ABOUT_ROUTERS = protocol.SERVICE_METHOD_NAMES.filter(
  (name) => !/^pilothouse\.(join|leave|membership|backup|cancel|challenge|signIn)$/.test(name),
);
const pick = (rows, names) => Object.fromEntries(names.map((name) => [name, rows[name]]));

/** A condition of the others, and no verb. */
const VERBS = Object.keys(protocol.METHODS.AdvancedSettings.params).filter((name) => name !== "IfRevision");
/** The service of the survey has no log of its router. */
const DETAILS = protocol.DETAIL_KEYS.filter((key) => key !== "router.logs");

const SECTIONS = [
  { title: "Methods", rows: pick(protocol.METHODS, ABOUT_ROUTERS), probe: method },
  { title: "RouterInfo", rows: protocol.ROUTER_INFO, prefix: "svc.", probe: info },
  {
    title: "RouterInfo, of proposal 170",
    rows: pick(protocol.ROUTER_DETAILS, DETAILS),
    prefix: "svc.",
    probe: detail,
  },
  { title: "NetworkSetting", rows: protocol.NETWORK_SETTING, prefix: "svc.", probe: setting },
  { title: "AdvancedSettings", rows: pick(protocol.METHODS.AdvancedSettings.params, VERBS), probe: verb },
  // Last, since it ends the routers.
  { title: "RouterManager", rows: protocol.ROUTER_MANAGER, probe: action },
];

/** What the drivers know to be wrong with a router, where a question or two do not show it. */
const KNOWN = {
  i2pd: {
    "router.net.status": "ownStatusNumbers",
    "router.netdb.knownpeers": "countsItself",
    FindUpdates: "ignoredActions",
    Update: "ignoredActions",
    Restart: "ignoredActions",
    RestartGraceful: "ignoredActions",
    ShutdownGraceful: "secondCallKills",
  },
  java: {
    GetRate: "ratePeriods",
    RouterManager: "oneAction",
    NetworkSetting: "halfWrites",
    AdvancedSettings: "poisoning",
    "router.netdb.isreseeding": "reseedNotReported",
    "router.net.ssu.detectedip": "detectedIpFails",
    setAll: "emptySetAll",
  },
};

const intro = (versions) => `# What each router answers

Made by \`npm run routers\`, which asks for every row of the interface's tables and writes this page. It is not edited by hand.

- **i2pd, itself**: the control service of a real i2pd (${versions}, from three releases of Debian), in a private network of four routers. It is asked as the driver asks it: a whole number as id, one key at a time, no token.
- **i2pd, through us**: the service over the driver of that same router. Fast and high-capacity peers are [approximate](i2pd.md#information).
- **Java I2P, itself**: not a real one, but the double of Java I2P 2.13.0 that the tests use; they hold it against exchanges recorded from the real one, and \`npm run java-i2p\` holds it against a real one.
- **Java I2P, through us**: the service over the driver of Java I2P, with a second such double.
- **simulator**: the service over the simulated router.

What a cell says:

- **yes**: it is answered as the interface says. Methods were also called without a token, or with a wrong password, and refused that. Settings were written and read back. Through us, an action that ends the router was seen to happen; of a router itself, only the answer was looked at. Through us, updates of i2pd and of the simulator come from a signed feed, which had one.
- **no**: it is not there. Extensions are Pilothouse's own, and i2pd's.
- **wrong**: it is answered, but not as the interface says.

A note that ends in a name is a row of \`packages/drivers/src/upstream/quirks.ts\`, where its evidence stands; all other notes are what this run saw.
`;

function page(columns) {
  const notes = [];
  const mark = (note) => `[^${notes.includes(note) ? notes.indexOf(note) + 1 : notes.push(note)}]`;
  const write = (column, title, key) => {
    const { there, wrong, remarks } = column.seen[title][key];
    const quirk = KNOWN[column.known]?.[key];
    const faults = quirk === undefined ? wrong : [...wrong, `${QUIRKS[quirk].description} (\`${quirk}\`)`];
    const description = faults.length === 0 ? "yes" : "wrong";
    return (there ? description : "no") + [...faults, ...remarks].map(mark).join("");
  };
  const versions = columns.flatMap(({ title }) => /^i2pd (\S+), itself$/.exec(title)?.[1] ?? []);
  let text = intro(versions.join(", "));
  for (const { title, rows, prefix = "" } of SECTIONS) {
    text += `\n## ${title}\n\n| | ${columns.map((column) => column.title).join(" | ")} |\n`;
    text += `|---|${"---|".repeat(columns.length)}\n`;
    for (const [key, { extension }] of Object.entries(rows)) {
      const cells = columns.map((column) => write(column, title, key));
      text += `| \`${prefix}${key}\`${extension ? " (extension)" : ""} | ${cells.join(" | ")} |\n`;
    }
  }
  return `${text}\n${notes.map((note, at) => `[^${at + 1}]: ${note}\n`).join("")}`;
}

/** Asks the i2pd of this root, and on request the routers that need none, and leaves what was seen in a file. */
async function survey(file, others) {
  const dir = mkdtempSync(join(tmpdir(), "pilothouse-routers-"));
  const columns = [];
  try {
    const update = { version: "99.0.0", file: join(dir, "update") };
    writeFileSync(update.file, "an update");
    columns.push(...(await i2pd(dir)));
    if (others) {
      columns.push(...(await java(dir, update)));
      columns.push(await simulator(dir, update));
    }
    const seen = new Map(columns.map((to) => [to, {}]));
    for (const { title, rows, probe } of SECTIONS)
      for (const to of columns) {
        seen.get(to)[title] = {};
        for (const key of Object.keys(rows)) seen.get(to)[title][key] = await probe(to, key);
      }
    const shown = columns.map((to) => ({ title: to.title, known: to.known, seen: seen.get(to) }));
    writeFileSync(file, JSON.stringify(shown));
  } finally {
    // The service over a router comes after the router itself, and must be ended before it.
    for (const { close } of columns.toReversed()) await close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** What a survey with the i2pd of a release has seen; without one, with that of this machine. */
function surveyed(dir, release) {
  const file = join(dir, `${release}.json`);
  const others = release === undefined ? ["others"] : [];
  const argv = [process.execPath, fileURLToPath(import.meta.url), "inside", file, ...others];
  const status = isolated(argv, { release });
  if (status !== 0) throw new Error(`The survey of ${release ?? "this machine"} ended with ${status}`);
  return JSON.parse(readFileSync(file, "utf8"));
}

const [task, file, others] = process.argv.slice(2);
if (task === "inside") await survey(file, others !== undefined);
else {
  const dir = mkdtempSync(join(tmpdir(), "pilothouse-routers-"));
  const [[itself, through, ...rest], ...releases] = [undefined, ...RELEASES].map((one) => surveyed(dir, one));
  const file = join(root, "docs", "routers.md");
  const section = keptSection(readFileSync(file, "utf8"));
  const text = page([itself, through, ...releases.flat(), ...rest]);
  writeFileSync(file, section === "" ? text : withSection(text, section));
  rmSync(dir, { recursive: true });
}
