import { setTimeout as sleep } from "node:timers/promises";
import { type Fields, logIn, rpc } from "../../blackbox/wire.js";

/** Clients that write without pause and remember what they were answered. */

/** Two names that are always written together, with the same value. */
type Names = readonly [string, string];

/** Where a router keeps what is written, so that half a write would show. */
export interface Ground {
  /** Two network settings, and the names under which AdvancedSettings shows them. */
  readonly network: { readonly written: Names; readonly shown: Names };
  readonly advanced: readonly Names[];
  /** The first value; each write takes the next number. */
  readonly from: number;
}

export const SIMULATED: Ground = {
  network: {
    written: ["svc.router.net.bw.in", "svc.router.net.bw.out"],
    shown: ["i2np.bandwidth.inboundKBytesPerSecond", "i2np.bandwidth.outboundKBytesPerSecond"],
  },
  advanced: [
    ["attack.0.first", "attack.0.second"],
    ["attack.1.first", "attack.1.second"],
  ],
  from: 1,
};

/** Names that every i2pd knows, and that change nothing while it runs. */
export const I2PD: Ground = {
  network: {
    written: ["svc.router.net.ntcp.port", "svc.router.net.ssu.port"],
    shown: ["ntcp2.port", "ssu2.port"],
  },
  advanced: [
    ["addressbook.defaulturl", "addressbook.subscriptions"],
    ["httpproxy.outproxy", "socksproxy.outproxy"],
  ],
  from: 20_000,
};

const both = ([first, second]: Names, value: string): Fields => ({ [first]: value, [second]: value });

/** What was last asked for and answered of a pair. */
class Pair {
  sent = 0;
  answered = 0;

  constructor(readonly names: Names) {}

  /** A write that was answered is there; one that was not may be. */
  mayBe(value: unknown): boolean {
    return value === String(this.sent) || value === String(this.answered);
  }
}

const MISSING_TOKEN = [-32002, -32003];

export class Writers {
  readonly network: Pair;
  readonly advanced: readonly Pair[];
  readonly #trouble: string[] = [];
  password: string;
  /** The password that a change under way asked for. */
  changing: string | undefined;
  /** How many writes of settings and changes of the password were answered. */
  readonly answered = { writes: 0, changes: 0 };
  #changes = 0;
  #token = "";
  /** The password for which the token was given. */
  #givenFor: string | undefined;
  #stopped = false;
  #firstAnswered = () => {};
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    password: string,
    readonly ground: Ground = SIMULATED,
  ) {
    this.password = password;
    this.network = new Pair(ground.network.shown);
    this.advanced = ground.advanced.map((names) => new Pair(names));
  }

  get pairs(): readonly Pair[] {
    return [this.network, ...this.advanced];
  }

  /** What was answered in a way that no writer expects. */
  get trouble(): readonly string[] {
    return this.#trouble;
  }

  /** Logs in; after a crash in the middle of a change with whichever of the two passwords it is. */
  async logIn(url: string): Promise<void> {
    for (const password of [this.password, this.changing])
      if (password !== undefined) {
        const { result } = await logIn(url, password);
        if (typeof result["Token"] !== "string") continue;
        Object.assign(this, { password, changing: undefined });
        this.#given(result["Token"]);
        return;
      }
    throw new Error("neither the old nor the new password opens the service");
  }

  /** The first write of each, so that there is something to compare with. */
  async begin(url: string): Promise<void> {
    await this.logIn(url);
    const { ground } = this;
    const first = String(ground.from);
    const writes = [
      ["NetworkSetting", both(ground.network.written, first)] as const,
      ...ground.advanced.map((names) => ["AdvancedSettings", { set: both(names, first) }] as const),
    ];
    for (const [method, params] of writes) {
      const { code, body } = await rpc(url, method, { Token: this.#token, ...params });
      if (code !== undefined) throw new Error(`the first write was refused: ${body}`);
    }
    for (const pair of this.pairs) Object.assign(pair, { sent: ground.from, answered: ground.from });
  }

  /** Resolves when the first write was answered; the others go on. */
  start(url: string): Promise<void> {
    this.#stopped = false;
    const { written } = this.ground.network;
    this.#running = Promise.all([
      this.#write(url, this.network, "NetworkSetting", (text) => both(written, text)),
      ...this.advanced.map((pair) =>
        this.#write(url, pair, "AdvancedSettings", (text) => ({ set: both(pair.names, text) })),
      ),
      this.#changePasswords(url),
    ]);
    return new Promise((resolve) => {
      this.#firstAnswered = resolve;
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Names what was answered and is not there, or is only half there. */
  async missing(url: string): Promise<string[]> {
    const [token, password] = [this.#token, this.#givenFor];
    await this.logIn(url);
    // A token ends with its password, and with nothing else.
    if (password === this.password) {
      const { code } = await rpc(url, "Echo", { Token: token, Echo: "" });
      if (code !== undefined) return [`the last token: ${code}`];
    }
    const { result } = await rpc(url, "AdvancedSettings", { Token: this.#token, getAll: "" });
    const all = result["getAll"] as Fields;
    return this.pairs.flatMap((pair) => {
      const [first, second] = pair.names.map((name) => all[name]);
      if (first === second && pair.mayBe(first)) {
        pair.answered = Number(first);
        return [];
      }
      return [`${pair.names[0]}: ${first} and ${second}, sent ${pair.sent}, answered ${pair.answered}`];
    });
  }

  /** How the router fares: where it is in its life, and whether it can be read. */
  async router(url: string): Promise<{ readonly phase: unknown; readonly uptime: unknown }> {
    const Token = this.#token;
    const status = await rpc(url, "pilothouse.status", { Token });
    const info = await rpc(url, "RouterInfo", { Token, "svc.router.uptime": "" });
    return { phase: status.result["phase"], uptime: info.result["svc.router.uptime"] };
  }

  #given(token: string): void {
    this.#token = token;
    this.#givenFor = this.password;
  }

  async act(url: string, action: string): Promise<void> {
    await rpc(url, "RouterManager", { Token: this.#token, [action]: null });
  }

  async #write(url: string, pair: Pair, method: string, params: (text: string) => Fields): Promise<void> {
    while (!this.#stopped) {
      const value = Math.max(pair.sent, pair.answered) + 1;
      pair.sent = value;
      const reply = await rpc(url, method, { Token: this.#token, ...params(String(value)) }).catch(
        () => undefined,
      );
      if (reply === undefined || reply.status === 503) return;
      if (reply.code === undefined) {
        pair.answered = value;
        this.answered.writes++;
        this.#firstAnswered();
        continue;
      }
      pair.sent = pair.answered;
      // Somebody changed the password: the new token comes soon.
      if (MISSING_TOKEN.includes(reply.code)) await sleep(5);
      else this.#trouble.push(reply.body);
    }
  }

  async #changePasswords(url: string): Promise<void> {
    while (!this.#stopped) {
      const next = `password ${++this.#changes}`;
      this.changing = next;
      try {
        const params = { Token: this.#token, "svccontrol.password": next };
        const reply = await rpc(url, "ServiceControl", params);
        if (reply.status === 503) return;
        if (reply.code !== undefined) return void this.#trouble.push(reply.body);
        Object.assign(this, { password: next, changing: undefined });
        this.answered.changes++;
        const login = await logIn(url, next);
        if (login.status === 503) return;
        if (login.code !== undefined) return void this.#trouble.push(login.body);
        this.#given(String(login.result["Token"]));
      } catch {
        // The service is gone, and the change with it or not.
        return;
      }
      await sleep(100);
    }
  }
}
