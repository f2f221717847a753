// The Debian package for this machine's architecture, put together by hand and packed by dpkg-deb: the bundle with
// its two binary packages, a Node of its own, unit, user, settings, manual, completions.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { SETTINGS } from "../packages/cli/dist/index.js";
import { defaultFile } from "../packages/server/dist/settings.js";
import { root } from "../scripts/prepare.mjs";
import { closureOf } from "./closure.mjs";
import { licenceFiles } from "./copyright.mjs";
import { maintainer } from "./maintainer.mjs";
import { manual, NATIVE, putProgram } from "./npm-packages.mjs";
import { shippedNode } from "./shipped-node.mjs";
import { copyFiles, epoch, filesIn, output, put, versionOf } from "./tree.mjs";

const ARCHITECTURES = { arm64: "arm64", x64: "amd64" };
const HOME = "usr/lib/pilothouse";
const DOC = "usr/share/doc/pilothouse";
const SETTINGS_FILES = ["etc/pilothouse/hub.toml", "etc/pilothouse/pilothouse.toml"];

const source = (name) => readFileSync(join(root, "packaging/debian", name), "utf8");
/** Without a name or time in it. */
const gzipped = (text) => gzipSync(text, { level: constants.Z_BEST_COMPRESSION });

/** "0.2.0-1" for a release; a commit in between comes after the release before it, by its time. */
export function debianVersion() {
  const version = versionOf();
  const git = (args) => output("git", args).trim();
  if (
    !existsSync(join(root, ".git")) ||
    git(["tag", "--points-at", "HEAD"]).split("\n").includes(`v${version}`)
  )
    return `${version}-1`;
  const time = new Date(epoch() * 1_000).toISOString().replaceAll(/\D/g, "").slice(0, 14);
  return `${version}+git${time}.${git(["rev-parse", "--short=8", "HEAD"])}-1`;
}

/** A text with parts replaced, each of which must be there. */
const replaced = (text, changes) =>
  changes.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${from} is not there any more`);
    return after;
  }, text);

/** deploy/pilothouse.service, for where the package puts things. */
const serviceUnit = () =>
  replaced(readFileSync(join(root, "deploy/pilothouse.service"), "utf8"), [
    [/^# systemd unit.*\n/, ""],
    [/^Documentation=.*/m, "Documentation=man:pilothouse(1) man:pilothouse.toml(5)"],
    [/^ExecStart=.*/m, "ExecStart=/usr/bin/pilothouse serve --config /etc/pilothouse/pilothouse.toml"],
    [/^Environment=PILOTHOUSE_DATA_DIR=.*\n/m, ""],
  ]);

/** The hub is confined as the service is, by a user of its own; its nats-server ends with it. */
const hubUnit = () =>
  replaced(serviceUnit(), [
    [/^Description=.*/m, "Description=Pilothouse, the hub of a fleet of routers"],
    [/^(User|Group)=pilothouse$/gm, "$1=pilothouse-hub"],
    [/^ExecStart=.*/m, "ExecStart=/usr/bin/pilothouse hub --config /etc/pilothouse/hub.toml"],
    [/^(State|Runtime)Directory=pilothouse$/gm, "$1Directory=pilothouse-hub"],
    [/^# A router that .*\nKillMode=process$/m, "KillMode=mixed"],
    [/^# All that Node .*\n#.*\n/m, ""],
    [/^PrivateDevices=yes$/m, "PrivateDevices=yes\nPrivateUsers=yes"],
    // One for each node; a nats-server that is confined like this cannot raise the limit itself.
    [/^LimitCORE=0$/m, "LimitCORE=0\nLimitNOFILE=131072"],
  ]);

function debianChangelog(version, seconds) {
  const date = new Date(seconds * 1_000).toUTCString().replace("GMT", "+0000");
  return `pilothouse (${version}) unstable; urgency=medium

  * What is new is in changelog.gz.

 -- ${maintainer()}  ${date}
`;
}

/** What runs: no types, maps or read-mes of the packages that stay outside of the bundle. */
const RUNS = /(\.(c?js|node)|package\.json)$/;

/** What a service loads, compiled by the Node that will run it: a start then takes two thirds of the time. */
const PACK = "bundle/service.pack.cjs";

function compile(folder, file, { binary, runs = binary }) {
  const whole = join(root, "scripts/compile/whole.cjs");
  chmodSync(output(runs, ["--random-seed=1", whole, join(folder, file), `/${file}`]), 0o644);
}

async function fill(folder, { version, seconds, node }) {
  putProgram(folder, HOME);
  put(folder, `${HOME}/package.json`, `${JSON.stringify({ version: versionOf(), type: "module" })}\n`);
  for (const place of closureOf(NATIVE))
    copyFiles(join(root, place), folder, join(HOME, place), {
      wanted: (path) => RUNS.test(path) && !path.includes("node_modules/"),
    });
  put(folder, `${HOME}/node`, readFileSync(node.binary), 0o755);
  compile(folder, `${HOME}/${PACK}`, node);
  put(folder, "usr/bin/pilothouse", source("pilothouse.sh"), 0o755);
  put(folder, "usr/lib/systemd/system/pilothouse.service", serviceUnit());
  put(folder, "usr/lib/systemd/system/pilothouse-hub.service", hubUnit());
  put(folder, "usr/lib/sysusers.d/pilothouse.conf", source("pilothouse.sysusers"));
  put(folder, "usr/lib/tmpfiles.d/pilothouse.conf", source("pilothouse.tmpfiles"));
  // The same in every release: once the operator, or setup, has changed it, dpkg asks at each upgrade that brings another.
  put(folder, "etc/pilothouse/pilothouse.toml", source("pilothouse.toml"));
  put(folder, "usr/share/doc/pilothouse/examples/pilothouse.toml", defaultFile(SETTINGS));
  put(folder, "etc/pilothouse/hub.toml", source("hub.toml"));
  for (const [file, text] of Object.entries(await manual()))
    put(folder, `usr/share/man/man${file.at(-1)}/${file}.gz`, gzipped(text));
  const completions = {
    bash: "bash-completion/completions/pilothouse",
    zsh: "zsh/vendor-completions/_pilothouse",
    fish: "fish/vendor_completions.d/pilothouse.fish",
  };
  for (const [shell, place] of Object.entries(completions))
    put(
      folder,
      `usr/share/${place}`,
      readFileSync(join(root, `packages/cli/completions/pilothouse.${shell}`)),
    );
  put(folder, `${DOC}/changelog.gz`, gzipped(readFileSync(join(root, "CHANGELOG.md"))));
  put(folder, `${DOC}/changelog.Debian.gz`, gzipped(debianChangelog(version, seconds)));
  put(folder, `${DOC}/README.Debian`, source("README.Debian"));
  for (const [file, text] of Object.entries(licenceFiles(node)))
    put(folder, `${DOC}/${file}`, file.endsWith(".gz") ? gzipped(text) : text);
  put(folder, "usr/share/lintian/overrides/pilothouse", source("lintian-overrides"));
}

function control(folder, version) {
  const files = filesIn(folder);
  const size = files.reduce((sum, file) => sum + Math.ceil(statSync(join(folder, file)).size / 1_024), 0);
  const md5 = output("md5sum", files, { cwd: folder });
  put(folder, "DEBIAN/md5sums", md5);
  put(folder, "DEBIAN/conffiles", SETTINGS_FILES.map((file) => `/${file}\n`).join(""));
  for (const script of ["postinst", "prerm", "postrm"])
    put(folder, `DEBIAN/${script}`, source(script), 0o755);
  const values = {
    VERSION: version,
    ARCHITECTURE: ARCHITECTURES[process.arch],
    MAINTAINER: maintainer(),
    SIZE: size,
  };
  put(
    folder,
    "DEBIAN/control",
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`@${name}@`, value),
      source("control"),
    ),
  );
}

/** Writes the package to `out`, and returns the name of its file. */
export async function debianPackage(out, { quick = false, node = shippedNode() } = {}) {
  if (ARCHITECTURES[process.arch] === undefined)
    throw new Error(
      `there is no Debian package for ${process.arch}: ${Object.keys(ARCHITECTURES).join(", ")}`,
    );
  const [version, seconds] = [debianVersion(), epoch()];
  const folder = mkdtempSync(join(tmpdir(), "pilothouse-deb-"));
  const file = `pilothouse_${version}_${ARCHITECTURES[process.arch]}.deb`;
  try {
    await fill(folder, { version, seconds, node });
    control(folder, version);
    output("find", [folder, "-type", "d", "-exec", "chmod", "755", "{}", "+"]);
    // One thread: with more, the bytes depend on how many there are. Level 8 needs 33 MiB to unpack, and 9 twice that.
    const compression = quick ? ["-Zgzip", "-z1"] : ["-Zxz", "-z8", "--threads-max=1"];
    const packing = [...compression, "--root-owner-group", "--build", folder, join(out, file)];
    output("dpkg-deb", packing, { env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) } });
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
