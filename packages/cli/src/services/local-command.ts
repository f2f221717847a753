import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Environment, orNone, partsOf, ROOT } from "@pilothouse/system";
import { commandName } from "../package-file.js";
import { userName } from "./user-name.js";

/** A service on this machine, as far as a command for it needs to know. */
export interface Place {
  readonly dataDir: string;
  /** Whether it belongs to another user than the person who is to type the command. */
  readonly sudo: boolean;
  /** The name of its user; undefined when that cannot be seen. */
  readonly user: string | undefined;
}

/** Where the Debian package's service has its data; root's `pilothouse` finds it by the package's settings. */
export const PACKAGED = "/var/lib/pilothouse";
const PACKAGED_PROGRAM = "/usr/lib/pilothouse/";

/** The program, as far as what is to be typed depends on how it was installed. */
interface Program {
  readonly name: string;
  /** Whether it is the Debian package's. */
  readonly isPackaged: boolean;
  /** Whether it is where this user may run it: a checkout in somebody's home often is not. */
  readonly isFor: (user: string) => boolean;
}

/** This one, or the package's for its own service. */
function programFor({ dataDir }: Place): Program {
  const isPackaged =
    import.meta.filename.startsWith(PACKAGED_PROGRAM) ||
    (dataDir.startsWith(PACKAGED) && existsSync(PACKAGED_PROGRAM));
  const parts = () => [...partsOf(import.meta.dirname)];
  return {
    name: isPackaged ? "pilothouse" : commandName(),
    isPackaged,
    isFor: (user) =>
      parts().every(({ stat }) => (stat.mode & OTHERS) === OTHERS || userName(stat.uid) === user),
  };
}
const OTHERS = 0o005;

/** A command that works on the service in its data directory, as it is to be typed. */
export const localCommand = (words: string, place: Place, program = programFor(place)): string =>
  [
    sudoFor(place, program),
    `${program.name} ${words}`,
    isFoundWithout(place, program) ? undefined : `--data-dir ${quoted(place.dataDir)}`,
  ]
    .filter((part) => part !== undefined)
    .join(" ");

/** The command that chooses a password for it. Without any option, it could mean the server of a profile. */
export const passwdCommand = (place: Place, program = programFor(place)): string =>
  localCommand(isFoundWithout(place, program) ? "passwd --local" : "passwd", place, program);

/**
 * As the service's user, even for root: Debian 13's own Node.js cannot act as another user (`asOwnerOf`). The package
 * brings a Node.js that can, and sudo refuses users without a name.
 */
export function sudoFor(place: Place, { isPackaged, isFor } = programFor(place)): string | undefined {
  const { sudo, user } = place;
  const isOthers = sudo || process.getuid?.() === ROOT;
  const hasName = user !== undefined && !/^(root|\d+)$/.test(user);
  if (isOthers && hasName && !isPackaged && isFor(user)) return `sudo -u ${user}`;
  return sudo ? "sudo" : undefined;
}

/** Whether the command finds the directory by itself. */
function isFoundWithout({ dataDir, sudo }: Place, { isPackaged }: Program): boolean {
  const byRoot = sudo || process.getuid?.() === ROOT;
  if (byRoot && isPackaged) return dataDir === PACKAGED;
  return !sudo && dataDir === join(userInfo().homedir, ".local/state/pilothouse");
}

/** As a shell takes it for one word. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The service that this process is. */
export const ownPlace = (dataDir: string): Place => ({
  dataDir,
  user: userName(process.getuid?.() ?? ROOT),
  sudo: isOfTheMachine({
    env: process.env,
    pid: process.pid,
    cgroup: orNone(() => readFileSync("/proc/self/cgroup", "utf8")) ?? "",
  }),
});

interface Started {
  readonly env: Environment;
  readonly pid: number;
  /** As /proc has it. */
  readonly cgroup: string;
}

/** Whether systemd itself started this process, and not for one user, whose own it would be. */
export const isOfTheMachine = ({ env, pid, cgroup }: Started): boolean =>
  env["SYSTEMD_EXEC_PID"] === String(pid) && !cgroup.includes("/user.slice/");
