import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, parse, resolve } from "node:path";
import { Complaint } from "../terminal/exit.js";

const ROOT = 0;

interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Does something in a data directory as the user who owns it. Root would otherwise follow that user's links, and
 * overwrite or give away files of root; as the user, the kernel refuses that.
 */
export async function asOwnerOf<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const owner = process.geteuid?.() === ROOT ? ownerOf(directory) : undefined;
  if (owner === undefined) return work();
  const [gid, groups] = [process.getegid?.() ?? ROOT, process.getgroups?.() ?? []];
  process.setgroups?.([owner.gid]);
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(ROOT);
    process.setegid?.(gid);
    process.setgroups?.(groups);
  }
}

/** Who decides what a path leads to: the one user besides root who owns a part of it, or a link on the way. */
function ownerOf(path: string): User | undefined {
  const users = [...partsOf(resolve(path))].filter(({ uid }) => uid !== ROOT);
  const [first] = users;
  if (users.some(({ uid }) => uid !== first?.uid))
    throw new Complaint(`the path ${path} belongs to several users; run this as the service's user`);
  return first && { uid: first.uid, gid: users.at(-1)?.gid ?? first.gid };
}

const MOST_LINKS = 40;

/** Everything on the way, as far as it is there, links and what they lead to included. */
function* partsOf(path: string, links = 0): Generator<Stats> {
  const { root } = parse(path);
  let at = root;
  for (const name of path.slice(root.length).split("/").filter(Boolean)) {
    at = join(at, name);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return;
    yield stat;
    if (!stat.isSymbolicLink()) continue;
    if (links >= MOST_LINKS) throw new Complaint(`${path} leads through too many links`);
    const to = readlinkSync(at);
    const rest = path.slice(at.length);
    yield* partsOf(join(isAbsolute(to) ? to : join(dirname(at), to), rest), links + 1);
    return;
  }
}
