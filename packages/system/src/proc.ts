import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync, statSync } from "node:fs";
import { orNone } from "./or-undefined.js";

/** What Linux says about processes; undefined where it says nothing. */

export interface Holder {
  readonly pid: number;
  readonly name: string;
}

/** The processes that hold locks on a file, asked without touching either. Linux names a file by its inode alone. */
function lockHolders(file: string): readonly number[] | undefined {
  const locks = textOf("/proc/locks");
  const inode = statSync(file, { throwIfNoEntry: false })?.ino;
  if (locks === undefined) return undefined;
  // "1: POSIX  ADVISORY  WRITE 8103 fe:00:16507205 1073741824 1073742335"
  return locks.split("\n").flatMap((line) => {
    const [, , , , holder, place] = line.split(/\s+/);
    return place?.split(":").at(-1) === String(inode) ? Number(holder) : [];
  });
}

/** Whether a process holds a lock on a file. */
export const holdsLock = (pid: number, file: string): boolean | undefined => lockHolders(file)?.includes(pid);

/** The process that holds a lock on a file, as far as we may look at the files that it has open. */
export const lockHolder = (file: string): number | undefined =>
  lockHolders(file)?.find((pid) => hasOpen(pid, file));

function hasOpen(pid: number, file: string): boolean {
  const { dev, ino } = statSync(file);
  const dir = `/proc/${pid}/fd`;
  return (namesIn(dir) ?? []).some((fd) => {
    const one = orNone(() => statSync(`${dir}/${fd}`));
    return one?.dev === dev && one.ino === ino;
  });
}

/**
 * The bytes that this process can still take without being killed for it: what the machine has, and what is left of what
 * a group of processes is given that this one belongs to. What another process of the group takes is not known.
 */
export function memoryLeft(): number {
  const inMachine = kibibytes("/proc/meminfo", "MemAvailable") ?? Number.POSITIVE_INFINITY;
  const ours = kibibytes("/proc/self/status", "RssAnon") ?? 0;
  const inGroup = (process.constrainedMemory() || Number.POSITIVE_INFINITY) - ours;
  return Math.min(inMachine, inGroup) + (kibibytes("/proc/meminfo", "SwapFree") ?? 0);
}

/** A line such as "MemAvailable:   1234 kB", in bytes. */
function kibibytes(file: string, name: string): number | undefined {
  const line = textOf(file)
    ?.split("\n")
    .find((one) => one.startsWith(`${name}:`));
  return line === undefined ? undefined : Number.parseInt(line.slice(name.length + 1), 10) * 1_024;
}

/** A word that stays the same until the machine is started again. */
export const machineRun = (): string | undefined => textOf("/proc/sys/kernel/random/boot_id")?.trim();

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

interface OpenSocket {
  readonly inode: string;
  readonly port: number;
  readonly uid: number;
}

const columnsOf = (text: string): readonly string[][] =>
  text.split("\n").map((line) => line.trim().split(/\s+/));

/** The files of IPv4 and IPv6. */
const filesOf = (protocol: Protocol): readonly string[] => [
  `/proc/net/${protocol}`,
  `/proc/net/${protocol}6`,
];

/** The sockets that others can reach. */
function openSockets(protocol: Protocol): readonly OpenSocket[] {
  const read = protocol === "tcp" ? listenersIn : textOf;
  return filesOf(protocol)
    .flatMap((file) => columnsOf(read(file) ?? ""))
    .flatMap(([, local, , state, , , , uid, , inode]) => {
      if (state !== OPEN[protocol] || inode === undefined) return [];
      return [{ inode, port: Number.parseInt(local?.split(":").at(-1) ?? "", 16), uid: Number(uid) }];
    });
}

/** A row of a socket that does not listen, of which at least the state is there. */
const CONNECTION = /^ *\d+: \S+ \S+ (?!0A)\S+ /m;
const PAGE = 4_096;

/**
 * The beginning of a table of TCP: Linux lists first those that listen. It takes tens of milliseconds, in which nothing
 * else happens, to list the thousands of connections of a busy machine as well.
 */
export const listenersIn = (file: string, pageSize = PAGE): string | undefined =>
  orNone(() => {
    const table = openSync(file, "r");
    try {
      const page = Buffer.alloc(pageSize);
      let text = "";
      for (let size = -1; size !== 0 && !CONNECTION.test(text); ) {
        size = readSync(table, page);
        text += page.toString("latin1", 0, size);
      }
      return text;
    } finally {
      closeSync(table);
    }
  });

/** The user whose process listens on a port, also where the process itself may not be known to us. */
export const listenerOf = (port: number): number | undefined =>
  openSockets("tcp").find((one) => one.port === port)?.uid;

/** The ports that a process has open; undefined when it belongs to another user. */
export function boundPorts(pid: number, protocol: Protocol): readonly number[] | undefined {
  const sockets = socketsOf(pid);
  if (sockets === undefined) return undefined;
  const open = openSockets(protocol).filter(({ inode }) => sockets.includes(inode));
  return [...new Set(open.map(({ port }) => port))];
}

/** Whether any process has this port. */
export const isBound = (port: number, protocol: Protocol): boolean =>
  openSockets(protocol).some((one) => one.port === port);

/** The ports on which a process listens for TCP. */
export const portsOf = (pid: number): readonly number[] | undefined => boundPorts(pid, "tcp");

/** How /proc/net/tcp marks a connection. */
const CONNECTED = "01";
/** 127.0.0.1 and ::1, as it writes them on every machine; bytes of a word may be in either order. */
const LOOPBACKS = /^(0100007F|7F000001|0{24}01000000|0{31}1|0{16}FFFF0000(0100007F|7F000001))$/i;

/** The ports of this machine that a process is connected to as a client, by loopback. */
export function loopbackPeers(pid: number): readonly number[] {
  const sockets = socketsOf(pid) ?? [];
  const served = new Set(portsOf(pid));
  const rows = filesOf("tcp").flatMap((file) => columnsOf(textOf(file) ?? ""));
  return rows.flatMap(([, local = "", remote = "", state, , , , , , inode = ""]) => {
    const [address = "", port = ""] = remote.split(":");
    const isServed = served.has(Number.parseInt(local.split(":").at(-1) ?? "", 16));
    if (state !== CONNECTED || isServed || !sockets.includes(inode) || !LOOPBACKS.test(address)) return [];
    return [Number.parseInt(port, 16)];
  });
}

/** The process that has a port, if it may be known to us. */
export function holderOf(port: number, protocol: Protocol = "tcp"): Holder | undefined {
  const open = openSockets(protocol).filter((one) => one.port === port);
  const inodes = new Set(open.map(({ inode }) => inode));
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
  return namesIn(dir)?.flatMap((fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`${dir}/${fd}`))?.[1] ?? []);
}

const namesIn = (dir: string): string[] | undefined => orNone(() => readdirSync(dir));

/** Empty for what was closed meanwhile. */
const linkOf = (path: string): string => orNone(() => readlinkSync(path)) ?? "";

const textOf = (file: string): string | undefined => orNone(() => readFileSync(file, "utf8"));
