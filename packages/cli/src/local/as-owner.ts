import { isOpenToOthers, openToOthers, partsOf, ROOT } from "@pilothouse/system";
import { userName } from "../services/user-name.js";
import { Complaint } from "../terminal/exit.js";

interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Does something with files as the user who owns them. Root would otherwise follow that user's links, and
 * overwrite or give away files of root; as the user, the kernel refuses that.
 */
export async function asOwnerOf<T>(
  paths: string | readonly string[],
  work: () => T | Promise<T>,
): Promise<T> {
  const owner = process.geteuid?.() === ROOT ? ownerOf([paths].flat()) : undefined;
  if (owner === undefined) return work();
  const [gid, groups] = [process.getegid?.() ?? ROOT, process.getgroups?.() ?? []];
  requireWayToAct(owner);
  takeGroups(owner);
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

/** Debian 13's own Node.js refuses to change the user, because of what its libuv could do with io_uring. */
function requireWayToAct({ uid }: User): void {
  try {
    process.setgroups?.(process.getgroups?.() ?? []);
  } catch (error) {
    if (!(error as Error).message.includes("io_uring")) throw error;
    throw new Complaint(
      `this Node.js (${process.version}) lets nobody act as another user; run the command as the owner of the files: sudo -u ${userName(uid)} …`,
    );
  }
}

/** All groups of the user: with attach, the service's user reads i2pd's data by one of them. */
function takeGroups({ uid, gid }: User): void {
  try {
    // Node's types leave it out.
    (process as { initgroups?: (user: number, gid: number) => void }).initgroups?.(uid, gid);
  } catch {
    // A user without a name has no other groups.
    process.setgroups?.([gid]);
  }
}

/** Who decides what these paths lead to: the one user besides root who owns a part of them, or a link on the way. */
function ownerOf(paths: readonly string[]): User | undefined {
  const parts = paths.flatMap((path) => [...partsOf(path)]);
  const users = parts.map(({ stat }) => stat).filter(({ uid }) => uid !== ROOT);
  const [first] = users;
  if (users.some(({ uid }) => uid !== first?.uid))
    throw new Complaint(
      `the path ${paths.join(" or ")} belongs to several users; run this as the service's user`,
    );
  // Root would be led astray there by whoever may write; a user can only be led to what is that user's anyway.
  const open = first === undefined ? parts.find(isOpenToOthers) : undefined;
  if (open !== undefined) throw new Complaint(openToOthers(open));
  return first && { uid: first.uid, gid: users.at(-1)?.gid ?? first.gid };
}
