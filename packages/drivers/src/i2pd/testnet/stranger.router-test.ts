import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { run } from "@pilothouse/system";
import { afterAll, afterEach, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { has } from "../../i2pd-wire/quirks.js";
import { settingsOf } from "../config/conf.js";
import { controlPlace } from "../config/control-settings.js";
import { processOf } from "../life/process.js";
import { versionOf } from "../program/version.js";
import { Driven } from "./driven.js";
import { confOf, DRIVEN, TestNetwork } from "./network.js";
import { isRunning, readUntil } from "./reading.js";

/** The user `nobody`, on every Linux. */
const STRANGER = 65_534;
const CONSOLE = 7_070 + DRIVEN;

/** What another user of the machine tries, as a program of their own. It prints the result of each attempt. */
const ATTEMPTS = `
  const [way, address, port] = process.argv.slice(1);
  const tell = (text) => process.stdout.write(String(text), () => process.exit(0));
  const failed = (error) => tell(error.code ?? error.message);
  // i2pd takes the names of headers letter by letter, and fetch writes them small.
  const get = (path) =>
    new Promise((resolve, reject) => {
      const headers = { Host: "127.0.0.1:" + port };
      require("node:http")
        .get({ host: address, port: Number(port), path, headers, agent: false }, (reply) => {
          let text = "";
          reply.on("data", (chunk) => { text += chunk; });
          reply.on("end", () => resolve({ status: reply.statusCode, text }));
        })
        .on("error", reject);
    });
  const attempts = {
    connect: () =>
      require("node:net").connect({ host: address, port: Number(port) }, () => tell("open")).on("error", failed),
    console: async () => {
      const page = await get("/?page=commands");
      const token = /token=(\\d+)/.exec(page.text)?.[1] ?? "0";
      // A router that obeys may be gone before it has answered.
      const done = await get("/?cmd=terminate&token=" + token).catch((error) => ({ status: error.code }));
      tell(page.status + " " + done.status);
    },
    control: () => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "RouterManager", params: { Shutdown: null } });
      const place = port === "0" ? { socketPath: address } : { host: address, port: Number(port) };
      const headers = { "Content-Length": body.length };
      require("node:https")
        .request({ ...place, method: "POST", rejectUnauthorized: false, headers }, (reply) => {
          let text = "";
          reply.on("data", (chunk) => { text += chunk; }).on("end", () => tell(text));
        })
        .on("error", failed)
        .end(body);
    },
  };
  Promise.resolve(attempts[way]()).catch((error) => failed(error.cause ?? error));
`;

/** Skips where the tests run in a user namespace, which knows no second user. */
async function stranger(context: TestContext, ...args: readonly string[]): Promise<string> {
  const options = { uid: STRANGER, gid: STRANGER, cwd: "/", env: {} };
  const child = spawn(process.execPath, ["--eval", ATTEMPTS, ...args], options);
  const started = await once(child, "spawn").catch((error: NodeJS.ErrnoException) => error);
  if (started instanceof Error) return context.skip(`There is no second user here: ${started.message}`);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  await once(child, "close");
  return said;
}

describe("another user of the machine", () => {
  let network: TestNetwork;
  let driven: Driven;
  beforeAll(async () => {
    network = await TestNetwork.up();
  });
  afterEach(() => driven.dispose());
  afterAll(() => network.down());

  async function started(sections: string): Promise<number> {
    const bare = confOf(DRIVEN, network.seed).replace(/^\[http\].*?(?=\[addressbook\])/ms, sections);
    driven = await Driven.make(network, { conf: bare });
    await driven.router.start();
    await readUntil(driven.router, isRunning);
    return driven.pid();
  }
  const isGone = (pid: number) => expect.poll(() => processOf(pid)).toBeUndefined();

  it("finds no console, proxy or SAM of a router whose file asks for none", async (context) => {
    await started("");
    for (const port of [7070, 4444, 4447, 7656, 7654, 2827])
      expect(await stranger(context, "connect", "127.0.0.1", String(port)), `port ${port}`).toBe(
        "ECONNREFUSED",
      );
  });

  it("cannot use the console that a password guards", async (context) => {
    const pid = await started(`[http]\nenabled = true\nauth = true\nport = ${CONSOLE}\n`);
    expect(await stranger(context, "console", "127.0.0.1", String(CONSOLE))).toBe("401 401");
    await readUntil(driven.router, isRunning);
    expect(await driven.pid()).toBe(pid);
  });

  it("stops the router on a console without one, and it is started again", async (context) => {
    const pid = await started(`[http]\nenabled = true\nport = ${CONSOLE}\n`);
    expect(await stranger(context, "console", "127.0.0.1", String(CONSOLE))).toMatch(/^200 /);
    await isGone(pid);
    await readUntil(driven.router, isRunning);
  });

  it("cannot stop it through the control service, or, before 2.57, not for long", async (context) => {
    const pid = await started("");
    const { address, port } = controlPlace(settingsOf(await readFile(driven.config, "utf8")));
    const said = await stranger(context, "control", address, port);
    if (has(await versionOf(driven.binary, run, () => {}), "unixSocket")) {
      expect(said).toBe("EACCES");
      await readUntil(driven.router, isRunning);
      expect(await driven.pid()).toBe(pid);
    } else {
      // Known and documented: no i2pd before 2.57 can close it, and doctor says so.
      expect(said).toContain('"Shutdown"');
      await isGone(pid);
      await readUntil(driven.router, isRunning);
    }
  });
});
