import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isOfTheMachine, localCommand, PACKAGED, type Place, passwdCommand } from "./local-command.js";

/** The tests run in the checkout's own folder. */
const NAME = "./pilothouse";
const USUAL = join(userInfo().homedir, ".local/state/pilothouse");

const place = (dataDir: string, user?: string): Place => ({ dataDir, user, sudo: user !== undefined });
const checkout = { name: NAME, isPackaged: false, isFor: () => true };
const debian = { ...checkout, name: "pilothouse", isPackaged: true };

describe("a command for a service on this machine", () => {
  it.each([
    ["the same user's", place(USUAL), checkout, `${NAME} passwd --local`],
    ["in a directory of its own", place("/srv/attic"), checkout, `${NAME} passwd --data-dir /srv/attic`],
    [
      "another user's",
      place("/srv/attic", "anna"),
      checkout,
      `sudo -u anna ${NAME} passwd --data-dir /srv/attic`,
    ],
    [
      "another user's who may not run this program",
      place("/srv/attic", "anna"),
      { ...checkout, isFor: () => false },
      `sudo ${NAME} passwd --data-dir /srv/attic`,
    ],
    [
      "of a user without a name",
      place("/srv/attic", "54321"),
      checkout,
      `sudo ${NAME} passwd --data-dir /srv/attic`,
    ],
    ["root's", place("/srv/attic", "root"), checkout, `sudo ${NAME} passwd --data-dir /srv/attic`],
    ["the package's", place(PACKAGED, "pilothouse"), debian, "sudo pilothouse passwd --local"],
    [
      "the package's hub",
      place(`${PACKAGED}-hub`, "pilothouse-hub"),
      debian,
      `sudo pilothouse passwd --data-dir ${PACKAGED}-hub`,
    ],
  ])("that is %s", (_whose, where, program, command) => {
    expect(passwdCommand(where, program)).toBe(command);
  });

  it.runIf(process.getuid?.() === 0)("is given to root as the service's user, too", () => {
    const [there, packaged] = [place("/srv/attic", "anna"), place(PACKAGED, "pilothouse")];
    expect([
      passwdCommand({ ...there, sudo: false }, checkout),
      passwdCommand({ ...packaged, sudo: false }, debian),
    ]).toEqual([`sudo -u anna ${NAME} passwd --data-dir /srv/attic`, "pilothouse passwd --local"]);
  });

  it("names the directory unless it is found without", () => {
    expect(localCommand("leave", place(USUAL))).toBe(`${NAME} leave`);
    // Root's own directory is another one.
    expect(passwdCommand(place(USUAL, "root"))).toBe(`sudo ${NAME} passwd --data-dir ${USUAL}`);
  });

  it("can be pasted into a shell whatever the directory is called", () => {
    expect(passwdCommand(place("/srv/the attic's; rm", "root"))).toBe(
      `sudo ${NAME} passwd --data-dir '/srv/the attic'\\''s; rm'`,
    );
  });

  it.each([
    ["systemd for the machine", { SYSTEMD_EXEC_PID: "7" }, "0::/system.slice/pilothouse.service\n", true],
    [
      "systemd for a user",
      { SYSTEMD_EXEC_PID: "7" },
      "0::/user.slice/user-1000.slice/user@1000.service/x\n",
      false,
    ],
    [
      "a program that systemd has started",
      { SYSTEMD_EXEC_PID: "6" },
      "0::/system.slice/cron.service\n",
      false,
    ],
    ["a person", {}, "0::/user.slice/user-1000.slice/session-1.scope\n", false],
  ])("is typed with sudo when the service was started by %s: %s", (_who, env, cgroup, sudo) => {
    expect(isOfTheMachine({ env, pid: 7, cgroup })).toBe(sudo);
  });
});
