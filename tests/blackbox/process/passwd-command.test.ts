import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { canRunAs, type Launch, run, serve } from "../process.js";
import { logIn } from "../wire.js";

const DAEMON = { uid: 1, gid: 1 };
const OPEN = 0o755;
const PASSWORD = "another for tests";

/** As the Node.js of Debian 13 does. */
const REFUSES = `process.setgroups = () => { throw new Error("setgroups() disabled: io_uring may be enabled"); }`;
const refusing = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REFUSES)}` };

/** Does what sudo does with a command for another user, whose home it sets: not every machine has it. */
function withSudo(): string {
  const place = scratch();
  chmodSync(place, OPEN);
  const script = `#!/bin/sh\n[ "$1" = -u ] || exec "$@"\nuser=$2; shift 2\nexport HOME=/nonexistent\nexec setpriv --reuid "$user" --clear-groups "$@"\n`;
  writeFileSync(join(place, "sudo"), script, { mode: OPEN });
  return [place, process.env["PATH"]].join(delimiter);
}

async function served(as: Launch["as"]) {
  const home = scratch();
  if (as !== undefined) chownSync(home, as.uid, as.gid);
  return { home, ...(await serve(join(home, "data"), { ...(as && { as }), cwd: "/", env: { HOME: home } })) };
}

describe("The command that chooses a password, as doctor prints it to root, works", () => {
  it.runIf(canRunAs(DAEMON)).each([
    ["root", undefined, /^\S+pilothouse passwd --data-dir \S+$/],
    ["another user", DAEMON, /^sudo -u daemon \S+pilothouse passwd --data-dir \S+$/],
  ])("for a service of %s, also where Node.js cannot act as another user", async (_whose, as, command) => {
    const { home, https } = await served(as);
    const doctor = await run(["doctor", "--data-dir", join(home, "data")], { cwd: "/" });
    const [, typed = ""] = /choose a password with (.*)$/m.exec(doctor.stdout) ?? [];
    expect(typed).toMatch(command);
    const env = { PATH: withSudo(), HOME: scratch(), ...refusing };
    const { status, stderr } = spawnSync("sh", ["-c", typed], { env, cwd: "/", input: `${PASSWORD}\n` });
    expect([status, String(stderr)]).toEqual([0, expect.stringContaining("Password changed")]);
    expect((await logIn(https, PASSWORD)).code).toBeUndefined();
  });
});
