import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isOfTheMachine, localCommand, passwdCommand } from "./local-command.js";

/** The tests run in the checkout's own folder. */
const NAME = "./pilothouse";
const USUAL = join(userInfo().homedir, ".local/state/pilothouse");

describe("a command for a service on this machine", () => {
  it("names the directory unless it is found without", () => {
    expect(passwdCommand({ dataDir: USUAL, sudo: false })).toBe(`${NAME} passwd --local`);
    expect(passwdCommand({ dataDir: "/srv/attic", sudo: false })).toBe(
      `${NAME} passwd --data-dir /srv/attic`,
    );
    expect(localCommand("leave", { dataDir: USUAL, sudo: false })).toBe(`${NAME} leave`);
    // Root's own directory is another one.
    expect(passwdCommand({ dataDir: USUAL, sudo: true })).toBe(`sudo ${NAME} passwd --data-dir ${USUAL}`);
  });

  it("can be pasted into a shell whatever the directory is called", () => {
    expect(passwdCommand({ dataDir: "/srv/the attic's; rm", sudo: true })).toBe(
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
