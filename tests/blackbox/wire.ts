import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type Socket, connect as tcpConnect } from "node:net";
import { type TLSSocket, connect as tlsConnect } from "node:tls";

/** How the cases talk to a service: plain HTTP and JSON, without the service's own code. */

export const FACTORY = "itoopie";
export const PASSWORD = "correct horse battery staple";

export type Fields = { readonly [name: string]: unknown };

export interface Envelope {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: Fields;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body's text, for what JSON.parse would hide: fractions, spaces, order. */
  readonly body: string;
  /** The body as one envelope; undefined when it is not JSON. */
  readonly json: Envelope;
  /** The body as the answer to a batch. */
  readonly batch: readonly Envelope[];
  readonly result: Fields;
  readonly code: number | undefined;
  readonly message: string;
}

export interface Sending {
  /** JSON text of the id, so that `1.0` can be sent as such. */
  readonly id?: string;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string | readonly string[] };
  /** Another address of this machine to call from. */
  readonly from?: string;
  /** Opens a connection for this request alone and says so. */
  readonly close?: boolean;
}

const agents = {
  // No resumed sessions: in those the certificate is not shown again.
  "https:": new HttpsAgent({ keepAlive: true, maxCachedSessions: 0 }),
  "http:": new HttpAgent({ keepAlive: true }),
} as const;

const pins = new Map<string, string>();

/** From now on the service at `url` must show the certificate with this fingerprint. */
export const trust = (url: string, fingerprint: string): void =>
  void pins.set(new URL(url).origin, fingerprint);

function requirePinned(socket: Socket, origin: string): void {
  const check = () => {
    const shown = (socket as TLSSocket).getPeerCertificate().fingerprint256;
    if (shown !== pins.get(origin)) socket.destroy(new Error(`${origin} shows certificate ${shown}`));
  };
  if (socket.connecting || (socket as TLSSocket).getProtocol() === null) socket.once("secureConnect", check);
  else check();
}

/** Sends a body as it is and reads the answer, of any kind. */
export function send(url: string, body: string | Uint8Array, sending: Sending = {}): Promise<Reply> {
  const target = new URL(url);
  const secure = target.protocol === "https:";
  const { method = "POST", path = target.pathname, headers = {}, from, close } = sending;
  const length = method === "POST" && !("Transfer-Encoding" in headers);
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)({
      hostname: target.hostname,
      port: target.port,
      path,
      method,
      headers: {
        ...(length && { "Content-Length": String(Buffer.byteLength(body)) }),
        ...(headers as { [name: string]: string | string[] }),
      },
      agent: close || from !== undefined ? false : agents[target.protocol as keyof typeof agents],
      ...(from !== undefined && { localAddress: from }),
      // The certificate is our own: it is known by its fingerprint, not by who signed it.
      ...(secure && { rejectUnauthorized: false }),
    });
    if (secure) request.on("socket", (socket) => requirePinned(socket, target.origin));
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve(reply(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString("utf8"))),
      );
    });
    request.end(body);
  });
}

function reply(status: number, headers: IncomingHttpHeaders, body: string): Reply {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // Some answers have no body, and a case that wants JSON fails on its own.
  }
  const json = parsed as Envelope;
  return {
    status,
    headers,
    body,
    json,
    batch: parsed as readonly Envelope[],
    result: json?.result ?? {},
    code: json?.error?.code,
    message: json?.error?.message ?? "",
  };
}

/** The text of a call. `params` may be JSON text already, where an object could not say it. */
export const callText = (method: string, params: Fields | string, id = "1"): string =>
  `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${typeof params === "string" ? params : JSON.stringify(params)}}`;

export const rpc = (
  url: string,
  method: string,
  params: Fields | string,
  sending: Sending = {},
): Promise<Reply> =>
  send(url, callText(method, params, sending.id), {
    ...sending,
    headers: { "Content-Type": "application/json", ...sending.headers },
  });

export const logIn = (url: string, password: string, sending: Sending = {}): Promise<Reply> =>
  rpc(url, "Authenticate", { API: 1, Password: password }, sending);

/** A token, where logging in is not what the case is about. */
export async function tokenFor(url: string, password: string): Promise<string> {
  const { result, body } = await logIn(url, password);
  if (typeof result["Token"] !== "string") throw new Error(`no token: ${body}`);
  return result["Token"];
}

/** A bare connection, for what no well-behaved HTTP client would send. */
export class Line {
  #heard = "";
  #ended = false;
  #wake = () => {};

  private constructor(readonly socket: Socket) {
    const wake = (last: boolean) => {
      this.#ended ||= last;
      this.#wake();
    };
    socket.on("data", (chunk) => {
      this.#heard += chunk.toString("latin1");
      wake(false);
    });
    // A reset after the answer is the service's right; what was heard until then counts.
    socket.on("error", () => wake(true));
    socket.on("close", () => wake(true));
  }

  static open(url: string): Promise<Line> {
    const { hostname, port, protocol, origin } = new URL(url);
    const at = { host: hostname, port: Number(port) };
    return new Promise((resolve, reject) => {
      const secure = protocol === "https:";
      const socket = secure ? tlsConnect({ ...at, rejectUnauthorized: false }) : tcpConnect(at);
      if (secure) requirePinned(socket, origin);
      socket.once("error", reject);
      socket.once(secure ? "secureConnect" : "connect", () => {
        socket.off("error", reject);
        resolve(new Line(socket));
      });
    });
  }

  say(text: string | Uint8Array): void {
    this.socket.write(text);
  }

  /** What was heard, once it matches, or once the other side has hung up. */
  async hear(wanted: RegExp = /\r\n\r\n[\s\S]*\}$/): Promise<string> {
    while (!wanted.test(this.#heard) && !this.#ended)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#heard;
  }

  /** All that is said until the other side hangs up. */
  async hearOut(): Promise<string> {
    return this.hear(/(?!)/);
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Sends a request whose head was written by hand, its length included; its answer, when it is whole. */
export async function exchange(url: string, head: string, body: string): Promise<string> {
  const line = await Line.open(url);
  line.say(`${head}\r\n\r\n${body}`);
  const heard = await line.hear();
  line.close();
  return heard;
}
