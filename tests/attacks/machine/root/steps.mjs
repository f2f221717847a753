// Does each step of setup and restore as root, after hostile users have put their traps wherever they can. Prints as JSON
// what was harmed, and how many traps there were.  node steps.mjs SCENARIO
import { mkdirSync } from "node:fs";
import { setupSteps, undoSteps } from "../../../../packages/cli/dist/features/setup/i2pd.js";
import { found, record, toMove } from "../../../../packages/cli/dist/features/setup/setup.js";
import { carryOut } from "../../../../packages/cli/dist/features/setup/step.js";
import { asOwnerOf } from "../../../../packages/cli/dist/local/as-owner.js";
import {
  accessOf,
  changeAsService,
  clearTraps,
  freshMachine,
  harm,
  I2PD,
  KINDS,
  must,
  PILOTHOUSE,
  picture,
  rememberVictims,
  setTraps,
} from "./machine.mjs";

const TARGETS = [
  ...[
    "/etc/i2pd",
    "/etc/i2pd/i2pd.conf",
    "/etc/pilothouse/pilothouse.toml",
    "/etc/pilothouse/setup-i2pd.json",
  ],
  ...["/etc/pilothouse/i2pd", "/etc/pilothouse/i2pd/i2pd.conf", "/etc/pilothouse/i2pd.undone-1"],
  ...[
    "/etc/systemd/system/pilothouse.service.d/setup-i2pd.conf",
    "/etc/polkit-1/rules.d/50-pilothouse.rules",
  ],
  ...["/etc/systemd/system/i2pd.service.d/pilothouse.conf"],
  ...["/var/lib/i2pd", "/var/lib/i2pd/router.keys", "/var/lib/i2pd/i2pd.conf", "/var/lib/pilothouse"],
  ...["/var/lib/pilothouse/i2pd", "/var/lib/pilothouse/i2pd.copying", "/var/lib/pilothouse/i2pd.undone-1"],
  ...["/var/lib/pilothouse/i2pd.copying/i2pd.conf", "/var/lib/pilothouse/i2pd.conf.undone-1"],
];

const result = { harmed: [], traps: 0, refused: 0, steps: 0, left: [], given: undefined };
/** Remembers whose files are where nobody interferes; elsewhere their own users may have spoilt them. */
const given = (...paths) => {
  result.given ??= paths.map((path) => accessOf(path));
};

/** Does a step with traps; if it is refused for them, once more without: so the next one is reached. */
async function attacked(kind, step, what) {
  result.traps += setTraps(kind, TARGETS);
  result.steps++;
  let refused = false;
  try {
    await step();
  } catch (error) {
    if (!["Complaint", "NotPlain"].includes(error.name) && error.code === undefined) throw error;
    refused = true;
    result.refused++;
  }
  for (const one of harm()) result.harmed.push(`${kind}, ${what}: ${one}`);
  if (!refused) return;
  clearTraps();
  await step();
}

const attackedSteps = async (kind, steps) => {
  for (const step of steps) await attacked(kind, () => carryOut(step), step.description);
  clearTraps();
};
const undoing = async (aside) => undoSteps(await record(), await found(), `${aside}.undone-1`);

const SCENARIOS = {
  attach: async (kind) => {
    const before = picture("/etc", "/var/lib/i2pd");
    await attackedSteps(kind, setupSteps.attach(await found()));
    given("/etc/pilothouse/i2pd", "/etc/pilothouse/i2pd/i2pd.conf", "/etc/i2pd", "/var/lib/i2pd");
    changeAsService("/etc/pilothouse/i2pd/i2pd.conf", "changed by the service");
    await attackedSteps(kind, await undoing("/var/lib/pilothouse/i2pd.conf"));
    result.left.push(...difference(before, picture("/etc", "/var/lib/i2pd")));
  },
  move: async (kind) => {
    const before = picture("/etc", "/var/lib/i2pd");
    await attackedSteps(kind, setupSteps.move(await toMove(await found())));
    given(...["", "/router.keys", "/i2pd.conf"].map((name) => `/var/lib/pilothouse/i2pd${name}`));
    await attackedSteps(kind, await undoing("/var/lib/pilothouse/i2pd"));
    result.left.push(...difference(before, picture("/etc", "/var/lib/i2pd")));
  },
  restore: async (kind) => {
    const { restoreElsewhere } = await import("../../../../packages/server/dist/index.js");
    mkdirSync("/etc/pilothouse/i2pd");
    must("chown", `${PILOTHOUSE}:${I2PD}`, "/etc/pilothouse/i2pd");
    must("chmod", "2750", "/etc/pilothouse/i2pd");
    changeAsService("/etc/pilothouse/i2pd/i2pd.conf", "old");
    const bytes = Buffer.from("restored");
    const paths = [
      "/etc/pilothouse/i2pd/i2pd.conf",
      "/var/lib/i2pd/router.keys",
      "/etc/pilothouse/pilothouse.toml",
    ];
    for (const path of paths)
      await attacked(kind, () => asOwnerOf(path, () => restoreElsewhere({ path, mode: 0o600, bytes })), path);
    clearTraps();
    given(...paths);
  },
};

/** Apart from copies that the tools for users keep, and what is kept aside. */
function difference(before, after) {
  const counts = (path) => !/^\/etc\/(\.pwd\.lock|\w+-)$|\.undone-1(\/|$)/.test(path);
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(counts);
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => `${path}: ${before[path]} -> ${after[path]}`);
}

for (const kind of KINDS) {
  freshMachine();
  rememberVictims();
  await SCENARIOS[process.argv[2]](kind);
}
process.stdout.write(JSON.stringify(result));
