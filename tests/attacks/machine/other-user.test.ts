import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it } from "vitest";
import { canRunAs, type Launch, run, type Served, serve } from "../../blackbox/process.js";
import { FACTORY, logIn, rpc, tokenFor } from "../../blackbox/wire.js";

/** What another user of the machine sees of the service: nothing but its ports. */

const NOBODY = { uid: 65_534, gid: 65_534 };
const DAEMON = { uid: 1, gid: 1 };

const can = (user: typeof NOBODY, ...args: string[]) =>
  spawnSync(process.execPath, args, { ...user, cwd: "/", env: {}, stdio: "ignore" }).status === 0;
/** Only root can be somebody else. */
const IS_ROOT = process.getuid?.() === 0 && can(DAEMON, "-e", "");

/** Tries to read, list, write, fill, move and open everything it is given, and says what it could do. */
const INTRUDER = `
const fs = require("node:fs");
const { join } = require("node:path");
const WAYS = {
  read: (path) => fs.readFileSync(path),
  list: (path) => fs.readdirSync(path),
  write: (path) => fs.closeSync(fs.openSync(path, "r+")),
  add: (path) => fs.mkdirSync(join(path, "intruder")),
  remove: (path) => fs.renameSync(path, path + ".gone"),
  open: (path) => fs.chmodSync(path, 0o777),
  link: (path) => fs.readlinkSync(path),
};
const done = [];
for (const path of JSON.parse(fs.readFileSync(0, "utf8")))
  for (const [way, attempt] of Object.entries(WAYS))
    try {
      attempt(path);
      done.push(way + " " + path);
    } catch {}
process.stdout.write(JSON.stringify(done));
`;

function intrude(user: typeof NOBODY, paths: readonly string[]): string[] {
  const { stdout } = spawnSync(process.execPath, ["-e", INTRUDER], {
    ...user,
    ...{ cwd: "/", env: {}, input: JSON.stringify(paths), encoding: "utf8" },
  });
  return JSON.parse(stdout) as string[];
}

/** A directory that everyone may enter, so that nothing but the service's own care keeps them out. */
function publicPlace(owner = { uid: 0, gid: 0 }): string {
  const place = scratch();
  chownSync(place, owner.uid, owner.gid);
  chmodSync(place, 0o755);
  return place;
}

const everything = (directory: string): string[] => [
  directory,
  ...readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => join(directory, name)),
];

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe.runIf(IS_ROOT)("Another user", () => {
  let dataDir: string;
  let served: Served;
  beforeAll(async () => {
    dataDir = join(publicPlace(), "data");
    served = await serve(dataDir, { args: ["--http-jsonrpc", "true"] });
  });

  it("is told whose service it is and what to type, by commands that would make a store", async () => {
    const home = publicPlace(NOBODY);
    const launch: Launch = { as: NOBODY, cwd: "/", env: { HOME: home }, input: "another for tests\n" };
    const there = await run(["passwd", "--data-dir", dataDir], launch);
    expect(there).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ belongs to the user root: sudo \S+pilothouse passwd --data-dir \S+\n$/),
    });
    const own = await run(["passwd"], launch);
    expect(own).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        / a service runs here as the user \S+, in \S+: sudo (?:-u \S+ )?\S+pilothouse passwd --data-dir /,
      ),
    });
    expect(readdirSync(home)).toEqual([]);
    const socket = await run(["info", "--local", "--data-dir", dataDir], launch);
    expect(socket).toMatchObject({ code: 5, stderr: expect.stringContaining(", with sudo") });
    expect((await logIn(served.https, "another for tests")).code).toBe(-32001);
  });

  const ofTheProcess = () =>
    ["environ", "mem", "maps", "fd", "cwd", "auxv"].map((file) => `/proc/${served.child.pid}/${file}`);

  const STAGES: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["at the first start", async () => {}],
    [
      "after a change of the password and of settings",
      async () => {
        const first = await tokenFor(served.https, FACTORY);
        await rpc(served.https, "ServiceControl", { Token: first, "svccontrol.password": "one for tests" });
        const Token = await tokenFor(served.https, "one for tests");
        await rpc(served.https, "AdvancedSettings", { Token, set: { "a.setting": "x" } });
      },
    ],
    [
      "after the operator has set a password",
      async () => {
        const args = ["--local", "--data-dir", dataDir];
        const { code } = await run(["passwd"], { args, input: "another for tests\n" });
        expect(code).toBe(0);
      },
    ],
    [
      "after the certificate was renewed",
      async () => {
        const before = served.stderr.length;
        for (const name of ["certificate.pem", "key.pem"]) rmSync(join(dataDir, name));
        served.child.kill("SIGHUP");
        await served.logged("settings and certificate reloaded", before);
        expect(readdirSync(dataDir)).toContain("key.pem");
      },
    ],
    [
      "after a crash, and the next start",
      async () => {
        await served.kill("SIGKILL");
        expect(intrude(NOBODY, everything(dataDir))).toEqual([]);
        served = await serve(dataDir);
        expect((await logIn(served.https, "another for tests")).code).toBeUndefined();
      },
    ],
  ];

  // One life in one test: each stage needs those before it.
  it("can do nothing with its files or its process at any stage of its life", async () => {
    for (const [when, go] of STAGES) {
      await go();
      const paths = [...everything(dataDir), ...ofTheProcess()];
      expect(paths, when).toContain(join(dataDir, "pilothouse.sock"));
      expect(paths.length, when).toBeGreaterThan(9);
      expect(intrude(NOBODY, paths), when).toEqual([]);
      for (const path of everything(dataDir))
        expect([path, modeOf(path)], when).toEqual([path, statSync(path).isDirectory() ? 0o700 : 0o600]);
    }
  });

  it("could, had a file been left open", async () => {
    const place = publicPlace();
    writeFileSync(join(place, "open"), "", { mode: 0o644 });
    expect(intrude(NOBODY, everything(place))).toEqual([`list ${place}`, `read ${join(place, "open")}`]);
  });
});

describe("A data directory that is open to others", () => {
  it("is closed at the start, and the log says what was open", async () => {
    const dataDir = join(scratch(), "data");
    await (await serve(dataDir)).kill("SIGTERM");
    mkdirSync(join(dataDir, "updates"), { recursive: true });
    const open = { "": 0o755, "key.pem": 0o644, "pilothouse.db": 0o660, updates: 0o750 };
    for (const [name, mode] of Object.entries(open)) chmodSync(join(dataDir, name), mode);
    const { logLines } = await serve(dataDir);
    const warnings = logLines.filter(({ msg }) => String(msg).includes("was open to other users"));
    expect(warnings.map(({ path, mode, level }) => [path, mode, level]).sort()).toEqual(
      Object.entries(open).map(([name, mode]) => [join(dataDir, name), `0${mode.toString(8)}`, 40]),
    );
    expect(Object.keys(open).map((name) => modeOf(join(dataDir, name)))).toEqual([
      0o700, 0o600, 0o600, 0o700,
    ]);
  });

  it("is not mentioned when it is closed", async () => {
    const dataDir = scratch();
    await (await serve(dataDir)).kill("SIGTERM");
    expect((await serve(dataDir)).stderr).not.toContain("open to other users");
  });

  it.runIf(IS_ROOT).each(["", "pilothouse.db", "something"])(
    "is refused when it, or %j in it, belongs to another user, and is left as it is",
    async (name) => {
      const dataDir = scratch();
      await (await serve(dataDir)).kill("SIGTERM");
      const path = join(dataDir, name);
      if (name === "something") writeFileSync(path, "a hash of theirs", { mode: 0o666 });
      chownSync(path, NOBODY.uid, NOBODY.gid);
      const args = ["--data-dir", dataDir, "--https-port", "0", "--http-port", "0"];
      const { code, stdout, stderr } = await run(["serve"], { args });
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^pilothouse: .+ belongs to another user \(65534; this is 0\).*\n$/);
      expect(stderr).toContain(path);
      expect(statSync(path).uid).toBe(NOBODY.uid);
    },
  );
});

// If only root can read the checkout, no other user can run it.
describe.runIf(canRunAs(NOBODY))("As an ordinary user", () => {
  it("the service does all that it does", async () => {
    const home = publicPlace(NOBODY);
    const dataDir = join(home, "data");
    const launch: Launch = { as: NOBODY, cwd: "/", env: { HOME: home } };
    const served = await serve(dataDir, launch);
    expect(readFileSync(`/proc/${served.child.pid}/status`, "utf8")).toMatch(/^CapEff:\s0+$/m);
    const first = await tokenFor(served.https, FACTORY);
    await rpc(served.https, "ServiceControl", { Token: first, "svccontrol.password": "one for tests" });
    const Token = await tokenFor(served.https, "one for tests");
    const set = { "a.setting": "x" };
    await rpc(served.https, "AdvancedSettings", { Token, set });
    expect((await rpc(served.https, "RouterInfo", { Token, "svc.router.version": "" })).code).toBeUndefined();
    expect(new Set(everything(dataDir).map((path) => statSync(path).uid))).toEqual(new Set([NOBODY.uid]));
    expect(intrude(DAEMON, everything(dataDir))).toEqual([]);
    // Root changes the password for it, which leaves nothing that the service could not read.
    const passwd = { args: ["--local", "--data-dir", dataDir], input: "another for tests\n" };
    const changed = { code: 0, stderr: expect.stringContaining("Password changed") };
    expect(await run(["passwd"], passwd)).toMatchObject(changed);
    expect((await logIn(served.https, "another for tests")).code).toBeUndefined();
    expect((await served.kill("SIGTERM")).code).toBe(0);
    // The same again while it does not run.
    expect(await run(["passwd"], { ...passwd, input: "a third for tests\n" })).toMatchObject(changed);
    const again = await serve(dataDir, launch);
    const later = await tokenFor(again.https, "a third for tests");
    expect((await rpc(again.https, "AdvancedSettings", { Token: later, getAll: "" })).result).toMatchObject({
      getAll: set,
    });
  });
});
