import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { badKey, passwordFault, passwordReason, RpcError, reason } from "@pilothouse/protocol";
import { isNoEntry } from "@pilothouse/system";
import type { Auth } from "../../auth/auth.js";
import type { Session } from "../../auth/sessions/session.js";
import type { Call } from "../../rpc/call.js";
import type { Backups } from "./backups.js";
import { requireOwner } from "./owner.js";

/** Of the file; base64 in an answer makes a third more of it. */
const PART = 2 ** 20;
/** A browser keeps all of it in memory. */
export const MOST = 2 ** 28;

interface Parts {
  readonly backups: Pick<Backups, "handOver">;
  readonly auth: Pick<Auth, "requirePassword" | "rules">;
  readonly dataDir: () => string;
}

/** A backup for a browser: made for the password, encrypted, and given in parts to the session that made it. */
export class BackupDownload {
  readonly #parts: Parts;
  #made: { readonly file: string; readonly bytes: number; readonly session: Session } | undefined;
  #isMaking = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async make(
    call: Call,
    password: string | undefined,
    passphrase: string | undefined,
  ): Promise<{ readonly file: string; readonly bytes: number }> {
    const session = requireOwner(call, this.#parts.auth, reason("backup.machine"));
    if (password === undefined)
      throw badKey("password", "is missing: the password is asked again for a backup");
    if (passphrase === undefined)
      throw badKey("passphrase", "is missing: a backup leaves this machine only encrypted");
    const fault = passwordFault(passphrase);
    if (fault !== undefined) throw badKey("passphrase", passwordReason(fault));
    await this.#parts.auth.requirePassword(password, call.peer);
    if (this.#isMaking) throw new RpcError("refused", reason("backup.busy"));
    this.#isMaking = true;
    try {
      // The password has waited its turn.
      call.sessionSignal.throwIfAborted();
      await this.#forget();
      const made = await this.#parts.backups.handOver(passphrase);
      this.#made = { ...made, session };
      if (made.bytes <= MOST) return made;
      await this.#forget();
      throw new RpcError("refused", reason("backup.large"));
    } finally {
      this.#isMaking = false;
    }
  }

  async part(
    call: Call,
    file: string,
    from: number,
  ): Promise<{ readonly part: string; readonly next: number | null }> {
    const made = this.#made;
    if (made === undefined || made.file !== file || made.session !== call.session) throw gone();
    if (from >= made.bytes) throw badKey("from", `wants less than the ${made.bytes} bytes of the file`);
    const bytes = await this.#read(file, from);
    const next = from + bytes.length;
    if (next < made.bytes) return { part: bytes.toString("base64"), next };
    if (this.#made === made) await this.#forget();
    return { part: bytes.toString("base64"), next: null };
  }

  async #read(file: string, from: number): Promise<Buffer> {
    try {
      await using opened = await open(join(this.#parts.dataDir(), file));
      const { buffer, bytesRead } = await opened.read(Buffer.alloc(PART), 0, PART, from);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      throw isNoEntry(error) ? gone() : error;
    }
  }

  async #forget(): Promise<void> {
    const made = this.#made;
    this.#made = undefined;
    if (made !== undefined) await rm(join(this.#parts.dataDir(), made.file), { force: true });
  }
}

const gone = () => badKey("file", reason("backup.gone"));
