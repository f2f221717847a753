// Tries the Debian package under a real systemd, in a Debian that is booted in a container: the units start it with
// all their confinement, an upgrade restarts what it should, and removal leaves nothing running.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { boot } from "../../scripts/booted.mjs";
import { minimalRoot } from "../../scripts/fetch/releases.mjs";

const PACKAGES =
  "systemd-sysv dbus polkitd adduser i2pd nats-server libstdc++6 procps iproute2 util-linux coreutils".split(
    " ",
  );
const PASSWORD = "a password to try with";
const RESTORE = "restore.mjs";
const typed = { input: `${PASSWORD}\n` };
const hubDir = "--data-dir /var/lib/pilothouse-hub";
const hub = `--local ${hubDir}`;

/** The process that a unit runs, and the router that the service runs. */
const PID = (unit) => `systemctl show --property=MainPID --value ${unit}`;
const ROUTER = "pgrep --euid pilothouse i2pd";

/** All of /etc, and what listens. shadow keeps a copy of what it changed last, with a dash. */
const ETC = `cd / && find etc ! -name 'g*-' -printf '%p %y %m %U:%G %l\\n' | LC_ALL=C sort &&
  find etc -type f ! -name 'g*-' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum`;
const PORTS = "ss -lntuH | awk '{print $1, $5}' | sort";
/** What i2pd offers to programs: proxies, SAM, its console, and the tunnel that Debian's package has. */
const OFFERED = "ss -lntH | awk '{print $4}' | grep -E ':(4444|4447|7656|7070|6668)$' | sort";

const UNCHANGED = 'test -z "$(dpkg --verify pilothouse)"';
const PURGE = "DEBIAN_FRONTEND=noninteractive apt-get purge -y -q pilothouse";
const WITHOUT_WARNING = /^(?![\s\S]*warning)/i;

/** With a port of its own, since i2pd may choose another at each start. */
async function stateBefore({ once, check }) {
  once("i2pd gets a port", "sed -i '1i port = 20123' /etc/i2pd/i2pd.conf && systemctl restart i2pd");
  const offered = await check("it offers its services", OFFERED, /(.*\n){4}.*/);
  await check("and has its port", PORTS, /^tcp 0\.0\.0\.0:20123$[\s\S]*^udp 0\.0\.0\.0:20123$/m);
  const [etc, ports] = [once("/etc is read", ETC), once("and what listens", PORTS)];
  return { etc, ports, offered };
}

const exactly = (text) => ({ test: (seen) => seen === text });

async function asBefore({ check, same }, { etc, ports }) {
  await check("i2pd runs as before, and nothing else listens", PORTS, exactly(ports));
  same("/etc is as it was, to the byte, with owners and modes", ETC, etc);
  await check("the service works", "pilothouse health");
}

async function attached({ check, once, ...rest }, before) {
  once("it attaches to the running i2pd", "pilothouse setup i2pd --attach --yes");
  await check("it is healthy with it", "pilothouse health");
  await check("what was on is on", OFFERED, exactly(before.offered));
  await check("it changes settings", "pilothouse --local net set bw.in=512", /512/);
  once("no file of the package has changed", UNCHANGED);
  const doctor = await check("doctor reads everything as root", "pilothouse doctor || true", /i2pd files/);
  if (/EACCES|cannot be read|as root/.test(doctor)) throw new Error(doctor);
  const copy = "/etc/pilothouse/i2pd/i2pd.conf";
  once(
    "the service's user leaves a pipe",
    `mv ${copy} ${copy}.kept && mkfifo ${copy} && chown pilothouse ${copy}`,
  );
  const { ok, output } = rest.inside("pilothouse setup i2pd --undo --yes");
  if (ok || !output.includes(`${copy} is not a regular file; move it away`)) throw new Error(output);
  process.stdout.write("  ok: which is named, and not waited for\n");
  once("it is moved away", `mv ${copy}.kept ${copy}`);
  once("attaching is undone", "pilothouse setup i2pd --undo --yes");
  await asBefore({ check, ...rest }, before);
}

/** With settings that contradict each other as soon as the router is an i2pd. */
async function failed({ inside, check, once, ...rest }, before) {
  const folder = "/etc/pilothouse/pilothouse.d";
  const wrong = '[i2pd]\\nstart_command = ["x"]\\nstop_command = []\\n';
  once("some settings are wrong", `mkdir ${folder} && printf '${wrong}' > ${folder}/wrong.toml`);
  for (const how of ["--attach", ""]) {
    const { ok, output } = inside(`pilothouse setup i2pd ${how} --yes`);
    const said = output.split("\n").at(-1);
    process.stdout.write(`  ok: setup i2pd ${how} fails: ${said}\n`);
    if (ok || !/The service said: .* go together.* as it was before$/.test(said)) throw new Error(output);
  }
  once("they are removed", `rm -r ${folder}`);
  await asBefore({ check, ...rest }, before);
}

async function moved({ check, once, ...rest }, before) {
  once("it is given the running i2pd", "pilothouse setup i2pd --yes");
  await check("it is healthy with it", "pilothouse health");
  await check("what was on is on", OFFERED, exactly(before.offered));
  once("no file of the package has changed", UNCHANGED);
  once("moving is undone", "pilothouse setup i2pd --undo --yes");
  await asBefore({ check, ...rest }, before);
}

/** By JSON-RPC, as the console does it: in the same process, so that systemd and the router do not notice. */
async function restored({ check, once }, router) {
  const states = "systemctl show --property=ActiveState,MainPID,NRestarts,InvocationID pilothouse";
  const alive = "systemctl show --property=WatchdogTimestampMonotonic --value pilothouse";
  const before = once("it is active", states, /^ActiveState=active$/m);
  const restore = `/usr/lib/pilothouse/node /packages/${RESTORE} '${PASSWORD}'`;
  once("it restores a backup of itself", restore, /^restore\.done$/);
  await check("it is healthy with it", "pilothouse health");
  await check("in the same process", states, exactly(before));
  const last = once("systemd hears of it", alive, /^[1-9]/);
  await check("and goes on hearing of it", alive, not(last));
  await check("the router runs on", ROUTER, is(router));
  const left = "cd /var/lib/pilothouse && ls -A | grep -c before-restore; ls -A | grep '^[.]*restor' || true";
  await check("the old store is kept, and nothing else", left, /^1$/);
}

async function trial(container, names) {
  const { check, once } = container;
  const install = (name) =>
    `DEBIAN_FRONTEND=noninteractive apt-get install -y -q -o Dpkg::Options::=--force-confold --reinstall /packages/${name}`;
  const [first, last] = [names[0], names.at(-1)];
  await check("systemd runs", "systemctl is-active i2pd", /^active$/);
  await check("only the loopback is there", "ip -br link | cut -d' ' -f1", /^lo$/);
  once("the package is installed", install(first), /sudo pilothouse setup i2pd/);
  await check("the service is active and enabled", state("pilothouse"), /^active\nenabled$/);
  once("it takes a password", "pilothouse passwd --local", /^/, typed);
  await check("it answers", "pilothouse health");
  once("it is given the running i2pd", "pilothouse setup i2pd --yes");
  await check("it is healthy with it", "pilothouse health");
  const router = await check("the router runs as its user", ROUTER, /^\d+$/);
  const service = await check("the service has a process", PID("pilothouse"), /^[1-9]/);

  once(`upgraded to ${last}`, install(last));
  await check("the service was restarted", PID("pilothouse"), not(service));
  await check("and has its name", `ps -o comm= -p $(${PID("pilothouse")})`, /^pilothouse$/);
  await check("the router was not", ROUTER, is(router));
  await check("the service finds it again", "pilothouse health");
  await check("with its record", "pilothouse --local audit --limit 500 --json", /"password change"/);
  await restored(container, router);
  once("that is undone", "pilothouse setup i2pd --undo --yes");

  const before = await stateBefore(container);
  await attached(container, before);
  await failed(container, before);
  await moved(container, before);
  once("it is given the running i2pd again", "pilothouse setup i2pd --yes");
  await check("it is healthy with it", "pilothouse health");
  const again = await check("the router runs as its user", ROUTER, /^\d+$/);

  await check("the hub is not enabled", state("pilothouse-hub"), /^inactive\ndisabled$/);
  once("the hub starts", "systemctl disable --now nats-server; systemctl enable --now pilothouse-hub");
  once("it takes a password", `pilothouse passwd ${hubDir}`, /^/, typed);
  const invitation = await check("it invites", `pilothouse fleet invite ${hub} --json`, /ph1_/);
  await check("the service joins", `pilothouse join ${JSON.parse(invitation).token} --name attic`);
  await check("the node is online", `pilothouse fleet nodes ${hub} --json`, /"online"/);
  const hubBefore = await check("the hub has a process", PID("pilothouse-hub"), /^[1-9]/);
  once("installed again", install(last));
  await check("the hub was restarted", PID("pilothouse-hub"), not(hubBefore));
  await check("the node is online again", `pilothouse fleet nodes ${hub} --json`, /"online"/);
  await check("the router still runs", ROUTER, is(again));
  for (const unit of ["pilothouse", "pilothouse-hub"])
    await check(`${unit} never crashed`, `systemctl show --property=NRestarts ${unit}`, /^NRestarts=0$/);

  once("removed", "DEBIAN_FRONTEND=noninteractive apt-get remove -y -q pilothouse");
  await check("nothing of it runs", "pgrep --euid pilothouse,pilothouse-hub || echo none", /^none$/);
  await check(
    "its data is there",
    "ls /var/lib/pilothouse/pilothouse.db /var/lib/pilothouse-hub/fleet-keys.json",
  );
  once("purged", PURGE, WITHOUT_WARNING);
  const left =
    "ls -d /var/lib/pilothouse* /etc/pilothouse /etc/systemd/system/*pilothouse* 2>/dev/null || true";
  await check("its data is gone", left, /^$/);

  once("installed again, with i2pd as it was", `systemctl enable --now i2pd && ${install(last)}`);
  once("attached", "pilothouse setup i2pd --attach --yes");
  await check("it is healthy with it", "pilothouse health");
  once("purged while it is attached", PURGE, WITHOUT_WARNING);
  await check("i2pd runs as it did, without its control service", PORTS, exactly(withoutOurs(before.ports)));
  // System users are kept, so that their ids are never used again.
  const named = "grep -rIl pilothouse /etc | grep -vE '^/etc/(passwd|group|g?shadow|sub.id)-?$' || true";
  await check("nothing in /etc names it, but its users", named, /^$/);
  await check("these are in no other group", "id -nG pilothouse", /^pilothouse$/);
}

/** Debian's own nats-server was switched off for the hub. */
const withoutOurs = (ports) =>
  ports
    .split("\n")
    .filter((line) => !/:(7650|7657|4222)$/.test(line))
    .join("\n");

const state = (unit) => `systemctl is-active ${unit} || true; systemctl is-enabled ${unit} || true`;
const is = (value) => new RegExp(`^${value}$`);
const not = (value) => new RegExp(`^(?!${value}$)[1-9]\\d*$`);

/** Boots a Debian and goes through it all; `packages` as for the trial in a chroot. */
export async function tryBooted(suite, packages) {
  const place = minimalRoot(suite, `package-${suite}`, ["--variant=apt", `--include=${PACKAGES}`]);
  const shown = mkdtempSync(join(tmpdir(), "pilothouse-packages-"));
  for (const one of packages) copyFileSync(one, join(shown, basename(one)));
  copyFileSync(new URL(RESTORE, import.meta.url), join(shown, RESTORE));
  const container = boot(place, { "/packages": shown });
  try {
    await trial(
      container,
      packages.map((one) => basename(one)),
    );
  } catch (error) {
    const units = "-u pilothouse -u pilothouse-hub";
    process.stderr.write(`${container.inside(`journalctl ${units} -n 40 --no-pager`).output}\n`);
    throw error;
  } finally {
    await container.end();
    rmSync(shown, { recursive: true });
  }
}
