import { createHash, randomBytes } from "node:crypto";
import type http from "node:http";

/** The console's own login: MD5 Digest, as Jetty checks it. */
export class ConsoleLogin {
  readonly #nonces = new Map<string, Set<string>>();

  constructor(
    readonly login: { readonly user: string; readonly password: string } | undefined,
    /** Requests that one challenge is good for. */
    readonly nonceUses: number,
  ) {}

  challenge(): string {
    const nonce = randomBytes(12).toString("base64");
    this.#nonces.set(nonce, new Set());
    return `Digest realm="i2prouter", domain="/", nonce="${nonce}", algorithm=MD5, qop="auth", stale=false`;
  }

  /** The digest must be right, and no count may come twice. */
  admits({ headers, method = "" }: http.IncomingMessage): boolean {
    if (this.login === undefined) return true;
    const { user, password } = this.login;
    const sent = new Map(
      [...(headers.authorization ?? "").matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(
        ([, key, quoted, bare]) => [key, quoted ?? bare ?? ""],
      ),
    );
    const field = (key: string) => sent.get(key) ?? "";
    const seen = this.#nonces.get(field("nonce"));
    if (seen === undefined || seen.has(field("nc")) || seen.size >= this.nonceUses) return false;
    const md5 = (text: string) => createHash("md5").update(text).digest("hex");
    const who = md5(`${user}:i2prouter:${password}`);
    const what = md5(`${method}:${field("uri")}`);
    const right = md5(`${who}:${field("nonce")}:${field("nc")}:${field("cnonce")}:auth:${what}`);
    if (field("username") !== user || field("response") !== right) return false;
    seen.add(field("nc"));
    return true;
  }
}
