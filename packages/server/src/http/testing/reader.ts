import type { Reply } from "../../rpc/answer.js";
import { Endpoint } from "../endpoint.js";
import type { LaneTimes } from "../lane/lane.js";
import { rpcRoute } from "../routes/rpc-route.js";
import { Connection, settle } from "./connection.js";

/** Long enough that a test which waits for it fails. */
const NEVER = 600_000;

/** An endpoint that answers with what it read, and counts what Node's own server read for it. */
export class Reader {
  byNode = 0;
  /** How often what was to be done after an answer was done. */
  done = 0;
  readonly endpoint: Endpoint;
  /** Answers that wait until they are let go. */
  readonly held: (() => void)[] = [];

  private constructor(lanes: boolean, times: Partial<LaneTimes>) {
    const answer = (
      text: string,
      { address, languages }: { address: string; languages?: string | undefined },
    ) => {
      const reply = {
        text: JSON.stringify([text, address, languages]),
        retryAfter: undefined,
        afterwards: text.includes("afterwards") ? () => void this.done++ : undefined,
      };
      if (text.includes("patience")) return { ...reply, retryAfter: 7 };
      if (!text.includes("hold")) return reply;
      return new Promise<Reply>((resolve) => this.held.push(() => resolve(reply)));
    };
    const route = rpcRoute(
      { answer, answerAt: () => undefined, trustedProxies: () => ["127.0.0.1"], stopping: () => false },
      () => true,
    );
    const log = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
    this.endpoint = new Endpoint({
      secure: false,
      connectionLimit: 1_000,
      share: () => Number.POSITIVE_INFINITY,
      allowedOrigins: () => new Set(),
      hostNames: () => new Set(["localhost"]),
      routes: [
        {
          ...route,
          serve: (...args) => {
            this.byNode++;
            return route.serve(...args);
          },
        },
      ],
      calls: { takes: lanes ? route.has : () => false, answer },
      asksFirst: route.has,
      laneTimes: { firstMs: NEVER, unreadMs: NEVER, ...times },
      log,
    });
  }

  static async open(lanes: boolean, times: Partial<LaneTimes> = {}): Promise<Reader> {
    const reader = new Reader(lanes, times);
    await reader.endpoint.listen({ host: "127.0.0.1", port: 0 });
    reader.endpoint.admit();
    return reader;
  }

  close(): Promise<void> {
    return this.endpoint.close(0);
  }

  connect(): Promise<Connection> {
    return Connection.open(Number(new URL(this.endpoint.url ?? "").port));
  }

  /** All answers to these pieces, each sent by itself, until the connection ends or `enough` was heard. */
  async hear(pieces: readonly (string | Buffer)[], enough?: (heard: string) => boolean): Promise<string> {
    const connection = (await this.connect()).listen();
    for (const piece of pieces) await connection.send(piece);
    const heard = await (enough === undefined ? connection.end() : connection.until(enough));
    connection.socket.destroy();
    return comparable(heard);
  }

  /** Resolves when this many answers are held. */
  async holds(count: number): Promise<void> {
    while (this.held.length < count) await settle();
  }
}

/** What two servers may do differently is left out: the time, and the order of headers. */
export const comparable = (heard: string): string =>
  heard
    .replaceAll(/^Date: .*\r\n/gm, "")
    .replaceAll(
      /HTTP\/1.1 ([\s\S]*?)\r\n\r\n/g,
      (_, head: string) => `${head.split("\r\n").toSorted().join("|")}\n`,
    );
