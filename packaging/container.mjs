// Builds and runs the container without a container engine: reads Containerfile and does its steps in a chroot on a
// minimal Debian, then runs it as an engine would: not root, read-only root file system, one volume.
//   node packaging/container.mjs        after `npm run package`; needs root and mmdebstrap
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isolated } from "../scripts/i2pd.mjs";
import { root } from "../scripts/prepare.mjs";
import { output } from "./tree.mjs";
import { minimal, obstacle } from "./try.mjs";

const PASSWORD = "a password to try with";
const PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

/** The instructions of the file, in order: name and rest, continued lines joined. */
const instructions = () =>
  readFileSync(join(root, "Containerfile"), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => /^(\w+)\s+(.*)$/.exec(line).slice(1));

/** What the image says about how it is run. */
function imageOf(steps) {
  const last = (name) => steps.findLast(([one]) => one === name)?.[1];
  const env = Object.fromEntries(
    [...(last("ENV") ?? "").matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  return {
    user: last("USER"),
    env: { PATH, ...env },
    volume: last("VOLUME"),
    command: [...JSON.parse(last("ENTRYPOINT")), ...JSON.parse(last("CMD"))],
    health: JSON.parse(/CMD (\[.*\])/.exec(last("HEALTHCHECK"))[1]),
  };
}

/** The steps that make the image, with the proc that every engine mounts for them. */
function built(folder) {
  for (const [name, rest] of instructions()) {
    if (name === "FROM") output("tar", ["-xf", minimal(/debian:(\w+)/.exec(rest)[1]), "-C", folder]);
    else if (name === "COPY") copied(folder, ...rest.split(" "));
    else if (name === "RUN")
      output(
        "unshare",
        [
          "--mount",
          "--propagation",
          "private",
          "sh",
          "-c",
          'mount -t proc proc "$1/proc" && exec chroot "$1" sh -c "$2"',
          "sh",
          folder,
          rest,
        ],
        { env: { PATH, DEBIAN_FRONTEND: "noninteractive" } },
      );
  }
}

function copied(folder, from, to) {
  const [place, pattern] = [
    join(root, from, ".."),
    basename(from).replaceAll(".", "\\.").replaceAll("*", ".*"),
  ];
  const files = readdirSync(place).filter((file) => new RegExp(`^${pattern}$`).test(file));
  assert.notEqual(files.length, 0, `${from} is not there; run npm run package`);
  for (const file of files) copyFileSync(join(place, file), join(folder, to, file));
}

/** In a network and a mount namespace of its own. */
async function runInside(folder) {
  const { user, env, volume, command, health } = imageOf(instructions());
  output("mount", ["--bind", folder, folder]);
  output("mount", ["-t", "proc", "proc", join(folder, "proc")]);
  output("mount", ["-t", "tmpfs", "tmpfs", join(folder, "tmp")]);
  const kept = mkdtempSync(join(tmpdir(), "pilothouse-volume-"));
  // An engine gives a new volume what the image has in that place, owner and mode too.
  output("cp", ["-a", `${join(folder, volume)}/.`, kept]);
  output("chown", [`--reference=${join(folder, volume)}`, kept]);
  output("chmod", ["700", kept]);
  output("mount", ["--bind", kept, join(folder, volume)]);
  output("mount", ["-o", "remount,bind,ro", folder]);
  const argv = (words) => ["--userspec", user, folder, "setpriv", "--no-new-privs", ...words];
  const child = spawn("chroot", argv(command), { env, stdio: ["ignore", "pipe", "pipe"] });
  let [log, said] = ["", ""];
  child.stdout.on("data", (piece) => {
    said += piece;
  });
  child.stderr.on("data", (piece) => {
    log += piece;
  });
  try {
    const healthy = () => spawnSync("chroot", argv(health), { env }).status === 0;
    for (const end = Date.now() + 120_000; !healthy(); await sleep(500)) {
      assert.equal(child.exitCode, null, log);
      assert.ok(Date.now() < end, log);
    }
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    assert.doesNotMatch(status, /^Uid:\s+0\s/m);
    const [, passwd] = /^podman exec -it pilothouse (.*)$/m.exec(
      readFileSync(join(root, "README.md"), "utf8"),
    );
    assert.ok(said.includes(`\n  ${passwd}\n`), said);
    const given = spawnSync("chroot", argv(passwd.split(" ")), {
      env,
      input: `${PASSWORD}\n`,
      encoding: "utf8",
    });
    assert.equal(given.status, 0, given.stderr);
    assert.match(said, /HTTPS {2}https:\/\/127\.0\.0\.1:7650\/\n/);
    const writes = spawnSync("chroot", [folder, "touch", "/etc/written"], { encoding: "utf8" });
    assert.match(writes.stderr, /Read-only file system/);
    process.stdout.write(
      "  ok: it runs as its user on a read-only root, takes a password, and its health check passes\n",
    );
  } finally {
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
    rmSync(kept, { recursive: true, force: true, maxRetries: 3 });
  }
}

const [task, given] = process.argv.slice(2);
if (task === "inside") await runInside(given);
else {
  const reason = obstacle();
  if (reason !== undefined) process.stdout.write(`skipped: ${reason}\n`);
  else {
    const folder = mkdtempSync(join(tmpdir(), "pilothouse-container-"));
    try {
      process.stdout.write("The container, by the steps of Containerfile:\n");
      built(folder);
      const own = [
        "unshare",
        "--mount",
        "--propagation",
        "private",
        process.execPath,
        fileURLToPath(import.meta.url),
      ];
      process.exitCode = isolated([...own, "inside", folder]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
