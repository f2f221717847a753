import type { Clock, Router } from "@pilothouse/drivers/port";
import { METHOD_NAMES, type MethodName } from "@pilothouse/protocol";
import { scratch } from "@pilothouse/system/testing/scratch";
import { Audit } from "../../audit/audit.js";
import type { Accounts } from "../../auth/accounts.js";
import { Auth } from "../../auth/auth.js";
import type { Feature, Opened } from "../../feature.js";
import { accessHandlers } from "../../features/access/handlers.js";
import { serviceHandlers } from "../../features/service/handlers.js";
import { WebApps } from "../../features/service/web-apps.js";
import type { Log } from "../../log.js";
import { PASSWORD_VALUE } from "../../store/opening/soundness.js";
import { Store } from "../../store/store.js";
import { putValue } from "../../store/values.js";
import { type Handlers, makeAnswer, type Reply } from "../answer.js";
import type { Peer } from "../call.js";
import type { FurtherMethod } from "../methods.js";

/** `answer` over a real store, with the service's own methods; those of the router are given. */

interface Line {
  readonly level: string;
  readonly fields: { readonly [name: string]: unknown };
  readonly message: string;
}
interface Answered extends Reply {
  readonly id: unknown;
  readonly result: { readonly [name: string]: unknown } | undefined;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined;
}

interface Options {
  /** Whether the factory password is in force. */
  readonly factory?: boolean;
  readonly accounts?: Accounts;
  /** Methods of features from outside. */
  readonly more?: ReadonlyMap<string, FurtherMethod>;
}

export class Stage {
  readonly clock: Clock = { now: () => 1_800_000_000_000 };
  readonly lines: Line[] = [];
  readonly counted: [string | undefined, number][] = [];
  /** Milliseconds of each. */
  readonly took: number[] = [];
  readonly peer: Peer = { address: "192.0.2.1" };

  private constructor(
    readonly dir: string,
    readonly store: Store,
    readonly auth: Auth,
    readonly token: string,
    readonly further: ReadonlyMap<string, FurtherMethod>,
  ) {}

  static async open({ factory = false, accounts, more = new Map() }: Options = {}): Promise<Stage> {
    const dir = scratch();
    const store = Store.open(dir);
    const clock = { now: () => 1_800_000_000_000 };
    const rules = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };
    // Put there before, so that no time is spent on the hash of the factory password.
    const stored = { hash: "no password leads to this hash", factory: false };
    if (!factory) await store.write((db) => putValue(db, PASSWORD_VALUE, JSON.stringify(stored)));
    const auth = await Auth.open(store, clock, { ...rules, ...(accounts && { accounts }) });
    const { token } = await auth.tokens.issue("192.0.2.1", factory, () => true);
    return new Stage(dir, store, auth, token, more);
  }

  async close(): Promise<void> {
    await this.auth.close();
    await this.store.close();
  }

  readonly log: Log = Object.fromEntries(
    ["debug", "info", "warn", "error", "fatal"].map((level) => [
      level,
      (fields: Line["fields"], message: string) => void this.lines.push({ level, fields, message }),
    ]),
  ) as unknown as Log;

  readonly logged = (level: string): Line[] => this.lines.filter((line) => line.level === level);
  get audit(): Audit {
    return new Audit(this.store, this.clock, this.log);
  }

  async recorded(): Promise<object[]> {
    const entries = await this.audit.read(50);
    return entries.map(({ action, outcome, details }) => ({ action, outcome, details }));
  }

  handlers(more: Partial<Handlers> = {}): Handlers {
    const webApps = new WebApps(this.store, () => undefined);
    const own = {
      ...serviceHandlers({
        ...{ webApps, audit: this.audit, version: "1.2.3" },
        ...{ methods: () => METHOD_NAMES, more: () => this.further },
      }),
      ...accessHandlers({ auth: this.auth, audit: this.audit, passwdCommand: "passwd --data-dir /data" }),
    };
    return { ...own, ...more } as Handlers;
  }

  /** Asks in text, as a carrier does. */
  async answer(text: string, more: Partial<Handlers> = {}, peer = this.peer): Promise<Reply> {
    const count = (method: string | undefined, code: number, ms: number) => {
      this.counted.push([method, code]);
      this.took.push(ms);
    };
    const { auth, audit, log } = this;
    const handlers = this.handlers(more);
    const parts = {
      ...{ auth, audit, log, meter: { count }, handlers, more: this.further },
      notFoundHint: () => "it is elsewhere",
    };
    return makeAnswer(parts as unknown as Parameters<typeof makeAnswer>[0])(text, peer);
  }

  /** Calls a method with the good token, unless another is among the parameters. */
  async call(
    method: string,
    params: object = {},
    more: Partial<Handlers> = {},
    peer = this.peer,
  ): Promise<Answered> {
    const sent = { jsonrpc: "2.0", id: 1, method, params: { Token: this.token, ...params } };
    const reply = await this.answer(JSON.stringify(sent), more, peer);
    return { ...reply, ...(JSON.parse(reply.text) as Pick<Answered, "id" | "result" | "error">) };
  }
}

/** What a feature answers that is opened at once, with only the parts that a test gives it. */
export const handlersOf = <M extends MethodName>(feature: Feature<never, object, M>, needs: object) =>
  (feature.open(needs as never) as Opened<object, M>).handlers;

/** A router that has only the parts a test gives it. */
export const routerWith = (parts: object): Router => parts as unknown as Router;
