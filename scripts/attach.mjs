// `node scripts/attach.mjs`: does what docs/attach.md says about an i2pd that systemd runs, with its
// own files and commands, in a container with Debian 13, its systemd and its i2pd. The container has a
// network of its own that holds nothing but the loopback. Needs root; what is done in it is thrown away.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { boot } from "./booted.mjs";
import { minimalRoot } from "./fetch/releases.mjs";
import { build, install, root } from "./prepare.mjs";

const PACKAGES =
  "systemd-sysv dbus polkitd i2pd adduser sudo nodejs procps iproute2 util-linux coreutils".split(" ");
const PASSWORD = "a password for this trial";
const OPT = "/opt/pilothouse";

/** The blocks of code in a section of a document, by their language. */
function blocks(file, from, to) {
  const text = readFileSync(join(root, file), "utf8").split(from)[1]?.split(to)[0] ?? "";
  return Object.fromEntries([...text.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, kind, code]) => [kind, code]));
}

install();
build();
const place = minimalRoot("trixie", "booted", ["--variant=apt", `--include=${PACKAGES}`]);
const { inside: insideRoot, check: checkRoot, end } = boot(place, { [OPT]: root });
/** In the folder of the service. */
const inOpt = (command) => `cd ${OPT}; ${command}`;
const inside = (command, options) => insideRoot(inOpt(command), options);
const check = (what, command, wanted, options) => checkRoot(what, inOpt(command), wanted, options);

const write = (file, text) => inside(`mkdir -p "$(dirname ${file})"; cat > ${file}`, { input: text });
const ours = "sudo -u pilothouse ./pilothouse --local --data-dir /var/lib/pilothouse";

async function trial() {
  const service = blocks("docs/service.md", "\n## As a service\n", "\n## ");
  const attach = blocks(
    "docs/attach.md",
    "\nIf i2pd should stay under systemd",
    "\nIf you stop i2pd yourself",
  );
  await check("the container has started", "systemctl is-active i2pd", /^active$/);
  await check("only the loopback is there", "ip -br link | cut -d' ' -f1", /^lo$/);
  // The checkout itself is used in place of its clone.
  for (const line of service.sh.trim().split("\n"))
    if (!line.includes("git clone")) await check(line, line, /^/, { input: `${PASSWORD}\n${PASSWORD}\n` });
  write(/^# (\/\S+)/.exec(attach.toml)[1], attach.toml);
  for (const line of attach.sh.trim().split("\n")) await check(line, line, /^/);
  await check("the router is managed", `${ours} info router.version`, /\b2\.\d+\.\d+\b/);
  await check("settings are changed", `${ours} net set bw.in=512`, /512/);
  await check(
    "i2pd.conf keeps owner, group and mode",
    "stat -c '%U %G %a' /etc/pilothouse/i2pd/i2pd.conf",
    /^pilothouse i2pd 640$/,
  );
  await check("a restart is carried out", `${ours} restart --wait`, /is back/);
  inside("systemctl stop i2pd");
  await check("an administrator's stop is seen", `${ours} info router.status`, /Stopped/);
  inside("systemctl restart pilothouse");
  await check("and respected when the service starts", `${ours} info router.status`, /Stopped/);
  await check("i2pd is still stopped", "systemctl is-active i2pd || true", /^inactive$/);
  await check("until a start is asked for", `${ours} restart --wait`, /is back/);
  inside("kill -9 $(cat /run/i2pd/i2pd.pid)");
  await check("a crash is seen", "journalctl -u pilothouse", /killed by signal 9/);
  await check("and i2pd is started again", "systemctl is-active i2pd", /^active$/);
  await check("the service has not crashed", "systemctl show -p NRestarts pilothouse", /^NRestarts=0$/);
}

try {
  await trial();
} catch (error) {
  process.stderr.write(`${error.message}\n${inside("journalctl -u pilothouse -n 20 --no-pager").output}\n`);
  process.exitCode = 1;
} finally {
  await end();
}
