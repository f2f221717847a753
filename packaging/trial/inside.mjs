// Runs in a network of its own: what a person would do with the package that is installed in a folder.
//   node packaging/trial/inside.mjs FOLDER PACKAGE…     the first is installed, the last is the one to judge
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [folder, ...packages] = process.argv.slice(2);
const newest = packages.at(-1);
const PASSWORD = "a password to try with";
const ENV = { PATH: "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" };
const at = (path) => join(folder, path);

function sh(command, input = "") {
  const { status, stdout, stderr } = spawnSync("chroot", [folder, "sh", "-c", command], {
    env: { ...ENV, HOME: "/root", DEBIAN_FRONTEND: "noninteractive" },
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return { status, stdout, stderr };
}

function must(command, input) {
  const { status, stdout, stderr } = sh(command, input);
  assert.equal(status, 0, `${command}: ${stderr}${stdout}`);
  return stdout;
}

/** Runs a unit's own command as its own user, as systemd would. */
async function start(name = "pilothouse") {
  const unit = readFileSync(at(`usr/lib/systemd/system/${name}.service`), "utf8");
  const setting = (key) => new RegExp(`^${key}=(.*)$`, "m").exec(unit)[1];
  const user = `${setting("User")}:${setting("Group")}`;
  const child = spawn("chroot", ["--userspec", user, folder, ...setting("ExecStart").split(" ")], {
    env: { ...ENV, HOME: `/var/lib/${name}` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (piece) => {
    log += piece;
  });
  for (const end = Date.now() + 120_000; !log.includes('"msg":"ready"'); await sleep(100)) {
    assert.equal(child.exitCode, null, log);
    assert.ok(Date.now() < end, log);
  }
  return child;
}

/** As systemd does with KillMode=process: the service alone gets the signal. */
async function stop(child) {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

/** A call as a client would make it, by default at the port that everybody knows. */
function rpc(method, params, url = "https://127.0.0.1:7650/") {
  return new Promise((resolve, reject) => {
    const options = { method: "POST", rejectUnauthorized: false, agent: false };
    const sending = request(url, options, async (response) => {
      let text = "";
      for await (const piece of response) text += piece;
      resolve(JSON.parse(text));
    });
    sending.on("error", reject);
    sending.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  });
}

async function until(what, condition) {
  for (const end = Date.now() + 120_000; !(await condition()); await sleep(250))
    assert.ok(Date.now() < end, what);
}

const passed = (what) => process.stdout.write(`  ok: ${what}\n`);
const token = async () => (await rpc("Authenticate", { API: 1, Password: PASSWORD })).result?.Token;
const bandwidth = async (Token) =>
  (await rpc("NetworkSetting", { Token, "svc.router.net.bw.in": null })).result?.["svc.router.net.bw.in"];

async function firstUse() {
  const child = await start();
  must("pilothouse passwd --local", `${PASSWORD}\n`);
  must("pilothouse --local net set bw.in=2048");
  await until("healthy", () => sh("pilothouse health").status === 0);
  const kept = await token();
  assert.equal(await bandwidth(kept), "2048");
  assert.equal(statSync(at("var/lib/pilothouse")).mode & 0o777, 0o700);
  const commands = ["pilothouse --version", "pilothouse --help", "pilothouse completion bash"];
  for (const command of commands) must(`su -s /bin/sh -c '${command}' nobody`);
  await stop(child);
  assert.equal(sh("pilothouse health").status, 1);
  passed("it runs as its user by the unit's command, answers on 7650, takes a password and settings");
  return kept;
}

/** What must never be lost: the password, a session, the audit, the history from before `until`. */
async function everythingIsThere(kept, until) {
  assert.ok(await token(), "the password");
  const { result } = await rpc("pilothouse.history", { Token: kept, from: until - 600_000, to: until });
  assert.ok(result, "the session");
  const up = result.series.find(({ stat }) => stat === "router.up");
  assert.ok(
    up.values.some((value) => value !== null),
    "the history",
  );
  assert.match(must("pilothouse --local audit --limit 500 --json"), /NetworkSetting/);
}

async function reinstalled(kept) {
  const before = Date.now();
  must(`apt-get install -y -q --reinstall ${packages[0]}`);
  const child = await start();
  assert.equal(await bandwidth(kept), "2048");
  await everythingIsThere(kept, before);
  await stop(child);
  passed("password, session, settings, audit and history survive reinstallation");
  return before;
}

const PRETENDED = `#!/bin/sh
echo "$@" >> /root/systemctl.log
if [ "$*" = "stop pilothouse" ]; then
  pid=$(cat /var/lib/pilothouse/pilothouse.pid) && kill "$pid"
  # Whoever started it waits for this command, and so cannot take note of its end.
  while grep -qE '^State:\\s+[^Z]' "/proc/$pid/status" 2>/dev/null; do sleep 0.1; done
fi
`;

/** systemd does not run in a chroot: setup's commands for it are noted instead, and the service restarted here. */
function pretendSystemd() {
  mkdirSync(at("run/systemd/system"), { recursive: true });
  mkdirSync(at("usr/local/sbin"), { recursive: true });
  writeFileSync(at("usr/local/sbin/systemctl"), PRETENDED, {
    mode: 0o755,
  });
}

/** The processes of a name that run in the folder; one that has ended and was not waited for has no root any more. */
const running = (name) =>
  readdirSync("/proc").filter((pid) => {
    try {
      const isHere = /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/root`) === realpathSync(folder);
      return isHere && readFileSync(`/proc/${pid}/comm`, "utf8").startsWith(name);
    } catch {
      return false;
    }
  });

async function withI2pd(kept, before) {
  pretendSystemd();
  writeFileSync(at("var/lib/i2pd/router.marker"), "the operator's own");
  assert.match(sh("pilothouse setup i2pd --dry-run").stderr, /systemctl disable --now i2pd/);
  assert.equal(existsSync(at("var/lib/pilothouse/i2pd")), false);
  must("pilothouse setup i2pd --yes");
  assert.equal(readFileSync(at("var/lib/pilothouse/i2pd/router.marker"), "utf8"), "the operator's own");
  assert.match(readFileSync(at("root/systemctl.log"), "utf8"), /disable --now i2pd[\s\S]*restart pilothouse/);
  let child = await start();
  await until("i2pd runs", () => sh("pilothouse health").status === 0);
  const routers = running("i2pd");
  assert.equal(routers.length, 1);
  // What postinst does on an upgrade: the service is restarted, and the router must not notice. If
  // an older package brought another settings file, dpkg would ask which one to keep; unattended, the old one stays.
  must(`apt-get install -y -q -o Dpkg::Options::=--force-confold --reinstall ${newest}`);
  const version = must("dpkg-query --show pilothouse").trim().split("\t")[1];
  await stop(child);
  child = await start();
  await until("i2pd is found again", () => sh("pilothouse health").status === 0);
  assert.deepEqual(running("i2pd"), routers);
  await everythingIsThere(kept, before);
  passed(`setup i2pd moves the router; it runs on, and all is there, after the upgrade to ${version}`);
  must("pilothouse setup i2pd --undo --yes");
  await until("the service has been stopped", () => child.exitCode !== null);
  assert.deepEqual(running("i2pd"), []);
  assert.equal(existsSync(at("var/lib/pilothouse/i2pd.undone-1/router.marker")), true);
  assert.match(readFileSync(at("root/systemctl.log"), "utf8"), /enable --now i2pd/);
  assert.equal(sh("pilothouse config").stdout.includes('router = "simulator"'), true);
  rmSync(at("run/systemd/system"), { recursive: true });
  passed("setup i2pd --undo goes back");
}

/** A hub and a node on one machine, each by its unit's command. */
async function fleet() {
  const [service, first] = [await start(), await start("pilothouse-hub")];
  const there = "--data-dir /var/lib/pilothouse-hub";
  const local = `--local ${there}`;
  const HUB = "https://127.0.0.1:7652/";
  must(`pilothouse passwd ${there}`, `${PASSWORD}\n`);
  const invitation = JSON.parse(must(`pilothouse fleet invite ${local} --label site=here --json`));
  must(`pilothouse join ${invitation.token} --name attic`);
  const state = () => JSON.parse(must(`pilothouse fleet nodes ${local} --json`))[0]?.state;
  await until("the node is online", () => state() === "online");
  assert.equal(statSync(at("var/lib/pilothouse-hub/fleet-keys.json")).mode & 0o777, 0o600);
  await stop(first);
  assert.deepEqual(running("nats-server"), []);
  const second = await start("pilothouse-hub");
  await until("the node is online again", () => state() === "online");
  const { result } = await rpc("Authenticate", { API: 1, Password: PASSWORD }, HUB);
  const asked = { Token: result.Token, "svc.router.net.bw.in": null };
  const answer = await rpc("NetworkSetting", asked, `${HUB}nodes/attic/`);
  assert.equal(answer.result?.["svc.router.net.bw.in"], "2048");
  must("pilothouse leave");
  for (const child of [second, service]) await stop(child);
  passed(
    "a hub runs with its own nats-server, and manages the service once that has joined, also after a restart",
  );
}

/** What README says for the user of a router that is there already, with Debian's own files. */
async function existingRouter() {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, give] = /`sudo (chown [^`]*\/etc\/i2pd)`/.exec(readme);
  must("useradd --create-home --shell /bin/sh ada");
  must(`USER=ada; ${give}`);
  const places = "--i2pd-data-dir /var/lib/i2pd --i2pd-config /etc/i2pd/i2pd.conf";
  const child = spawn(
    "chroot",
    ["--userspec", "ada:ada", folder, "sh", "-c", `exec pilothouse serve --router i2pd ${places}`],
    { env: { ...ENV, HOME: "/home/ada" }, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  child.stderr.on("data", (piece) => {
    log += piece;
  });
  const as = (command) => `su ada -c '${command}'`;
  try {
    await until("it answers", () => sh(as("pilothouse --local info")).status === 0);
    must(as("pilothouse passwd --local"), `${PASSWORD}\n`);
    await until("i2pd runs", () => sh(as("pilothouse health")).status === 0);
    must(as("pilothouse --local net set bw.in=512 bw.share=60"));
    must(as("pilothouse --local restart --wait"));
    assert.match(readFileSync(at("etc/i2pd/i2pd.conf"), "utf8"), /^bandwidth = 512$/m);
    must(as("pilothouse --local shutdown --wait --yes"));
    assert.deepEqual(running("i2pd"), []);
  } catch (error) {
    process.stderr.write(log);
    throw error;
  } finally {
    await stop(child);
  }
  passed("a router that is there already is managed with Debian's own files, as README says");
}

function removal() {
  must("apt-get remove -y -q pilothouse");
  assert.equal(existsSync(at("var/lib/pilothouse/pilothouse.db")), true);
  assert.equal(existsSync(at("etc/pilothouse/pilothouse.toml")), true);
  must("apt-get purge -y -q pilothouse");
  const places = ["etc/pilothouse", "usr/bin/pilothouse", "usr/lib/pilothouse"];
  for (const path of ["var/lib/pilothouse", "var/lib/pilothouse-hub", ...places])
    assert.equal(existsSync(at(path)), false, path);
  passed("removing leaves the data, purging takes it all");
}

const session = await firstUse();
await withI2pd(session, await reinstalled(session));
await fleet();
await existingRouter();
removal();
