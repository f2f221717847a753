import { setTimeout as sleep } from "node:timers/promises";
import { type Fields, logIn, rpc } from "../blackbox/wire.js";

/** Clients that write without pause and remember what they were answered. */

/** A pair of values that are written together, so that half a write would show. */
class Pair {
  sent = 0;
  answered = 0;

  /** A write that was answered is there; one that was not may be. */
  mayBe(value: unknown): boolean {
    return value === String(this.sent) || value === String(this.answered);
  }
}

const MISSING_TOKEN = [-32002, -32003];

export class Writers {
  readonly network = new Pair();
  readonly advanced = [new Pair(), new Pair()];
  readonly #trouble: string[] = [];
  password: string;
  /** The password that a change under way asked for. */
  changing: string | undefined;
  #changes = 0;
  #token = "";
  #stopped = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(password: string) {
    this.password = password;
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
        this.#token = result["Token"];
        return;
      }
    throw new Error("neither the old nor the new password opens the service");
  }

  /** The first write of each, so that there is something to compare with. */
  async begin(url: string): Promise<void> {
    await this.logIn(url);
    const names = this.advanced.flatMap((_, n) => [`attack.${n}.first`, `attack.${n}.second`]);
    const Token = this.#token;
    await rpc(url, "AdvancedSettings", { Token, set: Object.fromEntries(names.map((name) => [name, "1"])) });
    await rpc(url, "NetworkSetting", { Token, "svc.router.net.bw.in": "1", "svc.router.net.bw.out": "1" });
    for (const pair of [this.network, ...this.advanced]) Object.assign(pair, { sent: 1, answered: 1 });
  }

  start(url: string): void {
    this.#stopped = false;
    const pair = (n: number, pair: Pair) =>
      this.#write(url, pair, "AdvancedSettings", (text) => ({
        set: { [`attack.${n}.first`]: text, [`attack.${n}.second`]: text },
      }));
    this.#running = Promise.all([
      this.#write(url, this.network, "NetworkSetting", (text) => ({
        "svc.router.net.bw.in": text,
        "svc.router.net.bw.out": text,
      })),
      ...this.advanced.map((one, n) => pair(n, one)),
      this.#changePasswords(url),
    ]);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Names what was answered and is not there, or is only half there. */
  async missing(url: string): Promise<string[]> {
    await this.logIn(url);
    const { result } = await rpc(url, "AdvancedSettings", { Token: this.#token, getAll: "" });
    const all = result["getAll"] as Fields;
    const bandwidth = (way: string) => all[`i2np.bandwidth.${way}boundKBytesPerSecond`];
    const seen = [
      ["network", this.network, bandwidth("in"), bandwidth("out")] as const,
      ...this.advanced.map(
        (pair, n) => [`advanced ${n}`, pair, all[`attack.${n}.first`], all[`attack.${n}.second`]] as const,
      ),
    ];
    return seen.flatMap(([name, pair, first, second]) => {
      if (first === second && pair.mayBe(first)) {
        pair.answered = Number(first);
        return [];
      }
      return [`${name}: ${first} and ${second}, sent ${pair.sent}, answered ${pair.answered}`];
    });
  }

  async #write(url: string, pair: Pair, method: string, params: (text: string) => Fields): Promise<void> {
    while (!this.#stopped) {
      const value = Math.max(pair.sent, pair.answered) + 1;
      pair.sent = value;
      const reply = await rpc(url, method, { Token: this.#token, ...params(String(value)) }).catch(
        () => undefined,
      );
      if (reply === undefined || reply.status === 503) return;
      if (reply.code === undefined) pair.answered = value;
      else pair.sent = pair.answered;
      if (reply.code === undefined) continue;
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
        const login = await logIn(url, next);
        if (login.status === 503) return;
        if (login.code !== undefined) return void this.#trouble.push(login.body);
        this.#token = String(login.result["Token"]);
      } catch {
        // The service is gone, and the change with it or not.
        return;
      }
      await sleep(100);
    }
  }
}
