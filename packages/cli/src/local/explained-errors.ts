import { NotPossible, SettingRefused } from "@pilothouse/drivers/port";
import { BackupError, CertificateError, ListenError, StoreError } from "@pilothouse/server";
import { NotPlain, SettingsError } from "@pilothouse/system";
import { ownCommand } from "../package-file.js";
import { Complaint } from "../terminal/exit.js";

const EXPECTED_ERRORS = [
  BackupError,
  SettingsError,
  StoreError,
  CertificateError,
  ListenError,
  NotPlain,
  NotPossible,
  SettingRefused,
];

/** What to do about an error of the system, by its code. Others are faults of our own. */
const REMEDIES: { readonly [code: string]: string } = {
  EACCES: "run the service as the owner of this path, or give it access",
  EPERM: "run the service as the owner of this path, or give it access",
  EROFS: "this file system is read-only; choose another place",
  ENOSPC: "the disk is full; free some space, and start again",
  EDQUOT: "the disk quota is used up; free some space, and start again",
  SQLITE_FULL: "the disk is full; free some space, and start again",
  ENOENT: `a directory or file of this set-up is missing; ${ownCommand("config")} shows where each is looked for`,
  ENOTDIR: "something in this path is a file; choose another place",
  EISDIR: "this is a directory where a file is wanted; choose another place",
  EEXIST: "something else is in this place; choose another one",
  ENAMETOOLONG: "choose a shorter path",
  ELOOP: "the links in this path lead in a circle; choose another place",
  EMFILE: "too many files are open; raise the limit (ulimit -n)",
};

/** What an operator can get wrong about the service on this machine becomes a complaint, in one sentence. */
export async function explainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = error.message.replaceAll(/\s+/g, " ").trim();
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return new Complaint(message);
  const remedy = REMEDIES[String((error as NodeJS.ErrnoException).code)];
  return remedy === undefined ? error : new Complaint(`${message}: ${remedy}`);
}
