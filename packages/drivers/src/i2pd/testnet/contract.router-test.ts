import { createHash } from "node:crypto";
import { appendFile, chmod, copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { WritableKey } from "@pilothouse/protocol";
import { run } from "@pilothouse/system";
import { afterAll, beforeAll } from "vitest";
import { systemClock } from "../../port.js";
import { describeRouter, type Harness } from "../../testing/contract.js";
import type { I2pdOptions } from "../options.js";
import { versionOf } from "../program/version.js";
import { Driven } from "./driven.js";
import { until } from "./isolation.js";
import { addressOf, confOf, DRIVEN, TestNetwork } from "./network.js";

const LONG = process.env["PILOTHOUSE_TEST_LONG"] !== undefined;
const PATIENCE = "takes eleven minutes; set PILOTHOUSE_TEST_LONG=1";

let network: TestNetwork;
beforeAll(async () => {
  network = await TestNetwork.up();
});
afterAll(() => network.down());

const hashOf = async (file: string) =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

/**
 * A program that does the same but has other bytes: what follows the end of an ELF file is not read. Where
 * the version is in a program depends on its compiler, so the version stays.
 */
async function otherProgram(binary: string, file: string) {
  await copyFile(binary, file);
  await appendFile(file, "another build");
  const version = (await versionOf(binary, run, () => {})).join(".");
  return { version, file, program: await hashOf(file) };
}

/** Where i2pd.conf holds each setting, written out again on purpose. */
const SHOWN: { readonly [key in WritableKey]: (value: string) => { readonly [name: string]: string } } = {
  "router.net.ntcp.port": (value) => ({ "ntcp2.port": value }),
  "router.net.ntcp.hostname": (value) => ({ host: value }),
  "router.net.ntcp.autoip": (value) => ({ nat: value }),
  "router.net.ssu.port": (value) => ({ "ssu2.port": value }),
  "router.net.ssu.hostname": (value) => ({ host: value }),
  "router.net.ssu.autoip": (value) => ({
    nat: value.includes("local") ? "false" : "true",
    "upnp.enabled": value.includes("upnp") ? "true" : "false",
  }),
  "router.net.upnp": (value) => ({ "upnp.enabled": value }),
  "router.net.bw.share": (value) => ({ share: value }),
  "router.net.bw.in": (value) => ({ bandwidth: value }),
  "router.net.bw.out": (value) => ({ bandwidth: value }),
  "router.net.laptopmode": () => ({}),
};

const FOREIGN = `# By hand.
[theirs]
type = server
host = 127.0.0.1
port = 28090
keys = theirs.dat
`;

/** Has an address book, with what names are added and looked up by. */
const withNames = (conf: string): string =>
  conf.replace(/\[(addressbook|sam|httpproxy)\]\nenabled = false/g, "[$1]\nenabled = true");

async function makeHarness(mode: I2pdOptions["mode"]): Promise<Harness> {
  const binary = join(network.dir, `i2pd-${crypto.randomUUID()}`);
  await copyFile(network.binary, binary);
  await chmod(binary, 0o755);
  // Only its web console can cancel a graceful wait; a supervised one has it when its file says so.
  const conf = confOf(DRIVEN, network.seed).replace(
    "[http]\n",
    "[http]\nenabled = true\nauth = true\nuser = operator\npass = of the console\n",
  );
  const driven = await Driven.make(network, { binary, mode, conf: withNames(conf) });
  await writeFile(join(driven.dataDir, "tunnels.conf"), FOREIGN);
  return {
    foreignTunnel: "theirs",
    router: driven.router,
    clock: systemClock,
    until,
    reopen: () => driven.reopen(),
    crash: () => driven.crash(),
    update: () => otherProgram(binary, join(driven.dir, "update")),
    program: async () => hashOf(`/proc/${await driven.pid()}/exe`),
    shows: (key, value) => new Map(Object.entries(SHOWN[key](value))),
    samples: {
      "router.net.ntcp.hostname": [addressOf(21), addressOf(22)],
      "router.net.ssu.hostname": [addressOf(21), addressOf(22)],
      "router.net.ntcp.autoip": ["true", "false"],
      "router.net.bw.in": ["1", "2147483647"],
      "router.net.bw.out": ["1", "2147483647"],
    },
    lacking: { "router.net.laptopmode": "i2pd has no such mode" },
    dispose: () => driven.dispose(),
  };
}

// What an attached router does differently is in attach.router-test.ts.
for (const mode of LONG ? (["supervise", "attach"] as const) : (["supervise"] as const))
  describeRouter(`i2pd (${mode})`, () => makeHarness(mode), {
    timeoutMs: LONG ? 15 * 60_000 : 600_000,
    skips: {
      "names with a meaning in JavaScript are ordinary names": "i2pd refuses names that it does not know",
      ...(!LONG && {
        "RestartGraceful waits for the last tunnel, then restarts": PATIENCE,
        "ShutdownGraceful takes no more tunnels, waits for the last, then stops": PATIENCE,
      }),
    },
  });
