import { connect as tcpConnect } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { expect } from "vitest";
import { callText, type Envelope, type Fields } from "../blackbox/wire.js";

/** The expected results of an attempt: nothing listens, or the right answer. Others are named as they are. */
const REFUSED = "refused";
const RIGHT = "right";

const EVERY_MS = 5;
/** So that a slow machine is not overloaded; the service serves more connections than these. */
const MOST_UNDER_WAY = 40;
const ANSWERS_AFTER = 20;
/** It ends what hangs, and judges nothing: a busy machine may be many times slower. */
const ANSWER_MS = 300_000;

/** A request, and what makes an answer to it right. */
export interface Knock {
  readonly port: number;
  readonly secure: boolean;
  readonly request: string;
  readonly isRight: (status: number, body: string) => boolean;
  /** The most attempts under way, and the answers that are awaited once the service is ready, where each is dear. */
  readonly few?: number;
}

export const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

export const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

/** The answer to one call over a connection of its own: everything that came until its end. */
export function ask({ port, secure, request }: Pick<Knock, "port" | "secure" | "request">): Promise<string> {
  return new Promise((resolve, reject) => {
    const host = "127.0.0.1";
    const socket = secure
      ? tlsConnect({ host, port, rejectUnauthorized: false })
      : tcpConnect({ host, port });
    let heard = "";
    socket.setEncoding("utf8");
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`no answer in ${ANSWER_MS} ms`)));
    socket.on(secure ? "secureConnect" : "connect", () => socket.write(request));
    socket.on("data", (text: string) => {
      heard += text;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(heard));
  });
}

/** Tries every few milliseconds, each time with a new connection, and counts the results. */
export class Knocker {
  readonly outcomes: { [outcome: string]: number } = {};
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(readonly knock: Knock) {
    this.#timer = setInterval(() => this.#knockOnce(), EVERY_MS);
  }

  get right(): number {
    return this.outcomes[RIGHT] ?? 0;
  }

  get refused(): number {
    return this.outcomes[REFUSED] ?? 0;
  }

  /** What came of it that must not. */
  get wrong(): { readonly [outcome: string]: number } {
    const { [REFUSED]: _refused, [RIGHT]: _right, ...wrong } = this.outcomes;
    return wrong;
  }

  /** Stops knocking and waits until every connection has got what it gets. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
  }

  #knockOnce(): void {
    if (this.#underWay.size >= (this.knock.few ?? MOST_UNDER_WAY)) return;
    const knocking = this.#outcome().then((outcome) => {
      this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
      this.#underWay.delete(knocking);
    });
    this.#underWay.add(knocking);
  }

  async #outcome(): Promise<string> {
    try {
      const heard = await ask(this.knock);
      if (heard === "") return "closed without an answer";
      const [head = "", body = ""] = heard.split("\r\n\r\n");
      const status = Number(head.split(" ")[1]);
      return this.knock.isRight(status, body) ? RIGHT : `${status} ${body.slice(0, 200)}`;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return code === "ECONNREFUSED" ? REFUSED : (code ?? message);
    }
  }
}

/** Whether the answer to a call is the expected one. */
export const isAnswer =
  (expected: (envelope: Envelope) => boolean): Knock["isRight"] =>
  (status, body) => {
    try {
      return status === 200 && expected(JSON.parse(body) as Envelope);
    } catch {
      return false;
    }
  };

const isPage: Knock["isRight"] = (status, body) => status === 200 && body.startsWith("<!doctype html>");

/** Both ports, everything that they serve: calls and the console. */
export function knocksOn(
  ports: { readonly https: number; readonly http: number },
  method: string,
  params: Fields,
  expected: (envelope: Envelope) => boolean,
): readonly Knock[] {
  const call = callText(method, params);
  const isRight = isAnswer(expected);
  const { https, http } = ports;
  return [
    { port: https, secure: true, request: post("/", call), isRight },
    { port: https, secure: true, request: get("/console/"), isRight: isPage },
    { port: http, secure: false, request: post("/jsonrpc/", call), isRight },
    { port: http, secure: false, request: get("/"), isRight: isPage },
  ];
}

/** Sends requests while `started` starts a service, until each knocker has had answers for a while after that. */
export async function knockDuring<T>(knocks: readonly Knock[], started: () => Promise<T>): Promise<T> {
  const knockers = knocks.map((knock) => new Knocker(knock));
  const until = (holds: (knocker: Knocker, at: number) => boolean) =>
    expect.poll(() => knockers.some(isWrong) || knockers.every(holds)).toBe(true);
  try {
    await until(({ refused }) => refused > 0);
    const service = await started();
    const before = knockers.map(({ right }) => right);
    await until(({ right, knock }, at) => right >= (before[at] ?? 0) + (knock.few ?? ANSWERS_AFTER));
    return service;
  } finally {
    await Promise.all(knockers.map((knocker) => knocker.end()));
    expect(knockers.map(({ wrong }) => wrong)).toEqual(knockers.map(() => ({})));
  }
}

const isWrong = ({ wrong }: Knocker): boolean => Object.keys(wrong).length > 0;
