import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";

/** What Linux says about processes; undefined where it says nothing. */

export interface Holder {
  readonly pid: number;
  readonly name: string;
}

/** Whether a process holds a lock on a file, asked without touching either. */
export function holdsLock(pid: number, file: string): boolean | undefined {
  const locks = textOf("/proc/locks");
  const inode = statSync(file, { throwIfNoEntry: false })?.ino;
  if (locks === undefined) return undefined;
  // "1: POSIX  ADVISORY  WRITE 8103 fe:00:16507205 1073741824 1073742335"
  return locks.split("\n").some((line) => {
    const [, , , , holder, place] = line.split(/\s+/);
    return holder === String(pid) && place?.split(":").at(-1) === String(inode);
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

export type Protocol = "tcp" | "udp";

/** How /proc/net marks a socket that others can reach: TCP's listening, UDP's bound and unconnected. */
const OPEN = { tcp: "0A", udp: "07" } as const;

/** The sockets that others can reach, as inode and port. */
function openSockets(protocol: Protocol): ReadonlyMap<string, number> {
  const files = [`/proc/net/${protocol}`, `/proc/net/${protocol}6`];
  const lines = files.flatMap((file) => (textOf(file) ?? "").split("\n"));
  return new Map(
    lines.flatMap((line) => {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state !== OPEN[protocol] || inode === undefined) return [];
      return [[inode, Number.parseInt(local?.split(":").at(-1) ?? "", 16)] as const];
    }),
  );
}

/** The ports that a process has open; undefined when it belongs to another user. */
export function boundPorts(pid: number, protocol: Protocol): readonly number[] | undefined {
  const sockets = socketsOf(pid);
  if (sockets === undefined) return undefined;
  const ports = openSockets(protocol);
  return [...new Set(sockets.flatMap((inode) => ports.get(inode) ?? []))];
}

/** Whether any process has this port. */
export const isBound = (port: number, protocol: Protocol): boolean =>
  [...openSockets(protocol).values()].includes(port);

/** The ports on which a process listens for TCP. */
export const portsOf = (pid: number): readonly number[] | undefined => boundPorts(pid, "tcp");

/** The process that has a port, if it may be known to us. */
export function holderOf(port: number, protocol: Protocol = "tcp"): Holder | undefined {
  const open = [...openSockets(protocol)];
  const inodes = new Set(open.flatMap(([inode, one]) => (one === port ? [inode] : [])));
  if (inodes.size === 0) return undefined;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const pid = pids.find((one) => socketsOf(Number(one))?.some((inode) => inodes.has(inode)));
  return pid === undefined
    ? undefined
    : { pid: Number(pid), name: textOf(`/proc/${pid}/comm`)?.trim() ?? "" };
}

/** How /proc/net/unix marks a socket that listens. */
const LISTENS = 0x10000;

/** The Unix sockets on which any user's process listens, by the paths that they were made with. */
export function listeningSockets(): readonly string[] {
  // "ffff8f1c: 00000002 00000000 00010000 0001 01 21734 /run/user/1000/bus"
  const lines = (textOf("/proc/net/unix") ?? "").split("\n").slice(1);
  return lines.flatMap((line) => {
    const [, flags = "", path] = /^(?:\S+\s+){3}(\S+)(?:\s+\S+){3} (\/.*)$/.exec(line) ?? [];
    return path !== undefined && (Number.parseInt(flags, 16) & LISTENS) !== 0 ? [path] : [];
  });
}

function socketsOf(pid: number): string[] | undefined {
  const dir = `/proc/${pid}/fd`;
  try {
    return readdirSync(dir).flatMap((fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`${dir}/${fd}`))?.[1] ?? []);
  } catch {
    return undefined;
  }
}

/** Empty for what was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
