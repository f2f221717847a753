// Tries the Debian package under a real systemd, in a Debian that is booted in a container: the units start it with
// all their confinement, an upgrade restarts what it should, and removal leaves nothing running.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { boot } from "../scripts/booted.mjs";
import { minimalRoot } from "../scripts/fetch/releases.mjs";

const PACKAGES =
  "systemd-sysv dbus polkitd adduser i2pd nats-server libstdc++6 procps iproute2 util-linux coreutils".split(
    " ",
  );
const PASSWORD = "a password to try with";
const typed = { input: `${PASSWORD}\n` };
const hub = "--local --data-dir /var/lib/pilothouse-hub";

/** The process that a unit runs, and the router that the service runs. */
const PID = (unit) => `systemctl show --property=MainPID --value ${unit}`;
const ROUTER = "pgrep --euid pilothouse i2pd";

async function trial({ check }, names) {
  const install = (name) =>
    `DEBIAN_FRONTEND=noninteractive apt-get install -y -q -o Dpkg::Options::=--force-confold --reinstall /packages/${name}`;
  const [first, last] = [names[0], names.at(-1)];
  await check("systemd runs", "systemctl is-active i2pd", /^active$/);
  await check("only the loopback is there", "ip -br link | cut -d' ' -f1", /^lo$/);
  await check("the package is installed", install(first), /sudo pilothouse setup i2pd/);
  await check("the service is active and enabled", state("pilothouse"), /^active\nenabled$/);
  await check("it takes a password", "pilothouse passwd", /^/, typed);
  await check("it answers", "pilothouse health");
  const conf = "stat -c '%U %G %a' /etc/i2pd /etc/i2pd/i2pd.conf; md5sum /etc/i2pd/i2pd.conf";
  const before = await check("i2pd has a configuration", conf);
  await check("it attaches to the running i2pd", "pilothouse setup i2pd --attach --yes");
  await check("it is healthy with it", "pilothouse health");
  await check("it changes settings", "pilothouse --local net set bw.in=512", /512/);
  await check("i2pd's own configuration stays", conf, new RegExp(`^${before}$`));
  await check("attaching is undone", "pilothouse setup i2pd --undo --yes");
  await check("i2pd runs on", "systemctl is-active i2pd", /^active$/);
  await check("it is given the running i2pd", "pilothouse setup i2pd --yes");
  await check("it is healthy with it", "pilothouse health");
  const router = await check("the router runs as its user", ROUTER, /^\d+$/);
  const service = await check("the service has a process", PID("pilothouse"), /^[1-9]/);

  await check(`upgraded to ${last}`, install(last));
  await check("the service was restarted", PID("pilothouse"), not(service));
  await check("the router was not", ROUTER, is(router));
  await check("the service finds it again", "pilothouse health");
  await check("with its record", "pilothouse --local audit --limit 500 --json", /"password change"/);

  await check("the hub is not enabled", state("pilothouse-hub"), /^inactive\ndisabled$/);
  await check("the hub starts", "systemctl disable --now nats-server; systemctl enable --now pilothouse-hub");
  await check("it takes a password", `pilothouse passwd ${hub}`, /^/, typed);
  const invitation = await check("it invites", `pilothouse fleet invite ${hub} --json`, /ph1_/);
  await check("the service joins", `pilothouse join ${JSON.parse(invitation).token} --name attic`);
  await check("the node is online", `pilothouse fleet nodes ${hub} --json`, /"online"/);
  const hubBefore = await check("the hub has a process", PID("pilothouse-hub"), /^[1-9]/);
  await check("installed again", install(last));
  await check("the hub was restarted", PID("pilothouse-hub"), not(hubBefore));
  await check("the node is online again", `pilothouse fleet nodes ${hub} --json`, /"online"/);
  await check("the router still runs", ROUTER, is(router));
  for (const unit of ["pilothouse", "pilothouse-hub"])
    await check(`${unit} never crashed`, `systemctl show --property=NRestarts ${unit}`, /^NRestarts=0$/);

  await check("removed", "DEBIAN_FRONTEND=noninteractive apt-get remove -y -q pilothouse");
  await check("nothing of it runs", "pgrep --euid pilothouse,pilothouse-hub || echo none", /^none$/);
  await check(
    "its data is there",
    "ls /var/lib/pilothouse/pilothouse.db /var/lib/pilothouse-hub/fleet-keys.json",
  );
  await check("purged", "DEBIAN_FRONTEND=noninteractive apt-get purge -y -q pilothouse");
  const left =
    "ls -d /var/lib/pilothouse* /etc/pilothouse /etc/systemd/system/*pilothouse* 2>/dev/null || true";
  await check("its data is gone", left, /^$/);
}

const state = (unit) => `systemctl is-active ${unit} || true; systemctl is-enabled ${unit} || true`;
const is = (value) => new RegExp(`^${value}$`);
const not = (value) => new RegExp(`^(?!${value}$)[1-9]\\d*$`);

/** Boots a Debian and goes through it all; `packages` as for the trial in a chroot. */
export async function tryBooted(suite, packages) {
  const place = minimalRoot(suite, `package-${suite}`, ["--variant=apt", `--include=${PACKAGES}`]);
  const shown = mkdtempSync(join(tmpdir(), "pilothouse-packages-"));
  for (const one of packages) copyFileSync(one, join(shown, basename(one)));
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
