import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { open, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, ticksOf } from "@pilothouse/drivers/port";
import { badKey, type Result, RpcError, reason } from "@pilothouse/protocol";
import { fileSystemOf } from "@pilothouse/system";
import type { Actor } from "../../audit/audit.js";
import type { Auth } from "../../auth/auth.js";
import type { Session } from "../../auth/sessions/session.js";
import type { Call } from "../../rpc/call.js";
import type { Settings } from "../../settings/table.js";
import { isDiskFull } from "../../store/disk-full.js";
import { type Store, storeFile } from "../../store/store.js";
import { unpack } from "./archive.js";
import { BackupError } from "./backup-error.js";
import { HANDED_OVER_MS } from "./backups.js";
import { MOST } from "./download.js";
import { requireOwner } from "./owner.js";
import { requireMemory } from "./pieces.js";
import { stageForBrowser } from "./preview.js";
import type { Staged } from "./swap/swap.js";

/** Of the file; base64 makes a third more of it, and a request may have a mebibyte. */
const PART = 2 ** 19;
/** What a backup may unpack to: it is in memory meanwhile. */
const MOST_UNPACKED = 2 ** 29;
/** What stays free on the disk. */
const RESERVE = 2 ** 26;

export type OnRestore = (staged: Staged, by: Actor) => void;

interface Parts {
  readonly store: Store;
  readonly auth: Pick<Auth, "requirePassword" | "rules">;
  readonly settings: () => Settings;
  readonly clock: Clock;
  /** Which router the service manages, if that is known. */
  readonly router: () => string | undefined;
  readonly kind: string;
  /** Has the service stop, take what is staged, and start again; absent where nobody can do that. */
  readonly onRestore: OnRestore | undefined;
}

interface Upload {
  readonly session: Session;
  readonly file: string;
  readonly bytes: number;
  got: number;
  /** When the session was last heard of. */
  at: number;
  staged?: Staged;
}

/** A backup from a browser: taken in parts for the password, checked, and restored when that is confirmed. */
export class BackupUpload {
  readonly #parts: Parts;
  #upload: Upload | undefined;
  #isBusy = false;
  /** The service restarts as soon as it has answered. */
  #isRestarting = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async begin(call: Call, password: string, bytes: number): Promise<Result<"pilothouse.restoreUpload">> {
    const { auth, onRestore } = this.#parts;
    const session = requireOwner(call, auth, reason("restore.machine"));
    if (onRestore === undefined) throw new RpcError("refused", reason("restore.machine"));
    if (bytes > MOST) throw badKey("bytes", reason("restore.large"));
    await auth.requirePassword(password, call.peer);
    return this.#alone(async () => {
      // The password has waited its turn.
      call.sessionSignal.throwIfAborted();
      await this.#forget();
      // Once as it is, and once unpacked, which is larger.
      this.#requireSpace(2 * bytes);
      const file = `restore-${randomBytes(6).toString("hex")}`;
      this.#upload = { ...{ session, file, bytes }, got: 0, at: this.#now };
      await this.#writing(() => writeFile(this.#path(file), "", { mode: 0o600, flag: "wx" }));
      return { file };
    });
  }

  async part(
    call: Call,
    { file, from, part }: { readonly file: string; readonly from: number; readonly part: string },
  ): Promise<Result<"pilothouse.restorePart">> {
    const bytes = Buffer.from(part, "base64");
    if (bytes.length === 0 || bytes.toString("base64") !== part) throw badKey("part", "wants Base64");
    return this.#alone(async () => {
      const upload = this.#mine(call, file);
      if (upload.staged !== undefined || from !== upload.got)
        throw badKey("from", reason("restore.order", { next: upload.got }));
      if (bytes.length > PART || from + bytes.length > upload.bytes)
        throw badKey("part", `wants ${Math.min(PART, upload.bytes - from)} bytes at most`);
      await this.#writing(async () => {
        await using opened = await open(this.#path(file), "r+");
        await opened.write(bytes, 0, bytes.length, from);
      });
      upload.got += bytes.length;
      return { next: upload.got < upload.bytes ? upload.got : null };
    });
  }

  async check(
    call: Call,
    file: string,
    passphrase: string | undefined,
  ): Promise<Result<"pilothouse.restoreCheck">> {
    return this.#alone(async () => {
      const upload = this.#mine(call, file);
      if (upload.staged !== undefined || upload.got < upload.bytes)
        throw badKey("file", reason("restore.order", { next: upload.got }));
      try {
        requireMemory(upload.bytes);
        const content = await readFile(this.#path(file));
        const missing = badKey("passphrase", reason("restore.passphrase"));
        const backup = await unpack(
          content,
          async () => passphrase ?? Promise.reject(missing),
          MOST_UNPACKED,
        );
        await rm(this.#path(file), { force: true });
        // The files, and a copy of the store that they replace.
        const present = statSync(storeFile(this.#parts.settings().data_dir)).size;
        this.#requireSpace(backup.files.reduce((sum, { bytes }) => sum + bytes.length, present));
        const { staged, preview } = await stageForBrowser(backup, this.#parts);
        upload.staged = staged;
        return preview;
      } catch (error) {
        await this.#forget();
        throw refusal(error);
      }
    });
  }

  async restore(
    call: Call,
    { file, password }: { readonly file: string; readonly password?: string | undefined },
  ): Promise<Result<"pilothouse.restore">> {
    const { auth, onRestore } = this.#parts;
    requireOwner(call, auth, reason("restore.machine"));
    if (password === undefined)
      throw badKey("password", "is missing: the password is asked again for a restore");
    await auth.requirePassword(password, call.peer);
    return this.#alone(async () => {
      call.sessionSignal.throwIfAborted();
      const { staged } = this.#mine(call, file);
      if (staged === undefined) throw badKey("file", reason("restore.gone"));
      const by = call.actor;
      // A client may take its time to read the answer. It must not order a second restart meanwhile.
      this.#isRestarting = true;
      call.afterwards(
        () => onRestore?.(staged, by),
        () => {
          this.#isRestarting = false;
          void this.#forget();
        },
      );
      return { restoring: true };
    });
  }

  async cancel(call: Call, file: string): Promise<Result<"pilothouse.restore">> {
    return this.#alone(async () => {
      this.#mine(call, file);
      await this.#forget();
      return { restoring: false };
    });
  }

  /** Removes an upload that nobody has continued. */
  async cleanUp(): Promise<void> {
    const upload = this.#upload;
    if (upload === undefined || this.#isTaken || this.#now - upload.at < HANDED_OVER_MS) return;
    await this.#alone(() => this.#forget());
  }

  get #isTaken(): boolean {
    return this.#isBusy || this.#isRestarting;
  }

  get #now(): number {
    return ticksOf(this.#parts.clock);
  }

  /** One at a time, and nothing in between. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isTaken) throw new RpcError("refused", reason("restore.busy"));
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }

  #mine(call: Call, file: string): Upload {
    const upload = this.#upload;
    if (upload === undefined || upload.file !== file || upload.session !== call.session)
      throw badKey("file", reason("restore.gone"));
    upload.at = this.#now;
    return upload;
  }

  #path(file: string): string {
    return join(this.#parts.settings().data_dir, file);
  }

  #requireSpace(bytes: number): void {
    const needed = bytes + RESERVE;
    if (fileSystemOf(this.#parts.settings().data_dir).free >= needed) return;
    throw new RpcError("refused", reason("restore.space", { mib: Math.ceil(needed / 2 ** 20) }));
  }

  async #writing(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      await this.#forget();
      throw refusal(error);
    }
  }

  async #forget(): Promise<void> {
    const upload = this.#upload;
    this.#upload = undefined;
    if (upload === undefined) return;
    await rm(this.#path(upload.file), { force: true });
    if (upload.staged !== undefined) await rm(upload.staged.stage, { recursive: true, force: true });
  }
}

/** What a page can show of it. */
function refusal(error: unknown): unknown {
  if (isDiskFull(error)) return new RpcError("refused", reason("service.diskFull"));
  if (!(error instanceof BackupError)) return error;
  const { why = { key: "file", reason: reason("restore.damaged", { text: error.message }) } } = error;
  return why.key === undefined ? new RpcError("refused", why.reason) : badKey(why.key, why.reason);
}
