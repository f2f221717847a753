// A Debian that is booted: systemd as its first process, in a container with a network of its own that holds
// nothing but the loopback. Needs root; what is done in it is thrown away.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { installPackages } from "./fetch/debian.mjs";

/** Boots the root in a folder; `shown` are folders of this machine, by where they are in the container. */
export function boot(place, shown) {
  if (!existsSync("/usr/bin/systemd-nspawn")) installPackages(["systemd-container"]);
  const binds = Object.entries(shown).map(([there, here]) => `--bind-ro=${here}:${there}`);
  const container = spawn(
    "systemd-nspawn",
    [
      ...["--directory", place, "--volatile=overlay", "--private-network", "--boot"],
      ...["--register=no", "--keep-unit", "--console=pipe", ...binds],
    ],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" },
    },
  );
  const ended = new Promise((resolve) => container.once("exit", resolve));

  /** Runs a command in the container, as root. */
  function inside(command, { input = "" } = {}) {
    const children = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, "utf8");
    const namespaces = "--target PID --mount --uts --ipc --net --pid --cgroup".split(" ");
    const argv = namespaces.map((part) => (part === "PID" ? children.trim() : part));
    const shell = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "sh", "-ec", command];
    const { status, stdout, stderr } = spawnSync("nsenter", [...argv, "--", ...shell], {
      encoding: "utf8",
      input,
      timeout: 240_000,
    });
    return { ok: status === 0, output: `${stdout}${stderr}`.trim() };
  }

  /** Waits until a command says what it should, and returns that. */
  async function check(what, command, wanted = /^/, options = {}) {
    let seen = { ok: false, output: "" };
    for (const end = Date.now() + 120_000; Date.now() < end; await sleep(1_000)) {
      seen = inside(command, options);
      if (seen.ok && wanted.test(seen.output)) break;
    }
    const good = seen.ok && wanted.test(seen.output);
    process.stdout.write(
      `  ${good ? "ok" : "FAILED"}: ${what}${good ? "" : `\n${command}\n${seen.output}`}\n`,
    );
    if (!good) throw new Error(what);
    return seen.output;
  }

  const failure = (what, command, seen) => {
    process.stdout.write(`  FAILED: ${what}\n${command}\n${seen}\n`);
    return new Error(what);
  };

  /** Does something that is to work at once and to say what it should, and returns that. */
  function once(what, command, wanted = /^/, options = {}) {
    const { ok, output } = inside(command, options);
    if (!ok || !wanted.test(output)) throw failure(what, command, output);
    process.stdout.write(`  ok: ${what}\n`);
    return output;
  }

  /** A command that says the same as before, line for line. */
  function same(what, command, before) {
    const [old, now] = [before, inside(command).output].map((text) => text.split("\n"));
    const others = [
      ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
      ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
    ];
    if (others.length > 0) throw failure(what, command, others.join("\n"));
    process.stdout.write(`  ok: ${what}\n`);
  }

  const end = async () => {
    container.kill("SIGTERM");
    await ended;
  };
  return { inside, check, once, same, end };
}
