import type { Result } from "@pilothouse/protocol";
import type { Session } from "../../state/session.js";

/** What the service takes in one part. */
const PART = 2 ** 19;
/** How many bytes become characters at once: more would be too many arguments. */
const AT_ONCE = 2 ** 15;

export type Preview = Result<"pilothouse.restoreCheck">;

/** An upload whose dialog may be left at any time. */
export class Upload {
  #name: string | undefined;
  #isLeft = false;

  constructor(
    readonly session: Session,
    readonly file: File,
  ) {}

  /** Sends the file and has it checked; undefined if the dialog was left. */
  async check(
    { password, passphrase }: { readonly password: string; readonly passphrase: string },
    onProgress: (done: number) => void,
  ): Promise<Preview | undefined> {
    const { session, file } = this;
    const { file: name } = await session.call("pilothouse.restoreUpload", { password, bytes: file.size });
    this.#name = name;
    for (let from: number | null = 0; from !== null; ) {
      if (this.#isLeft) return this.#cancel();
      onProgress(from);
      const part = base64(new Uint8Array(await file.slice(from, from + PART).arrayBuffer()));
      const answer: { next: number | null } = await session.call("pilothouse.restorePart", {
        ...{ file: name, from, part },
      });
      from = answer.next;
    }
    onProgress(file.size);
    const given = passphrase === "" ? {} : { passphrase };
    const preview = await session.call("pilothouse.restoreCheck", { file: name, ...given }, true);
    return this.#isLeft ? this.#cancel() : preview;
  }

  async restore(password: string): Promise<void> {
    await this.session.call("pilothouse.restore", { file: this.#name ?? "", password });
  }

  /** Nothing of it stays at the service. */
  leave(isSending: boolean): void {
    this.#isLeft = true;
    if (!isSending) this.#cancel();
  }

  #cancel(): undefined {
    if (this.#name === undefined) return undefined;
    // If that fails, the service removes it after ten minutes.
    void this.session.call("pilothouse.restore", { file: this.#name, cancel: true }).catch(() => {});
    return undefined;
  }
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(text);
}
