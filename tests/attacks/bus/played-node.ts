import { rmSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@pilothouse/drivers/port";
import { type Answer, Auth, Store, silentLog } from "@pilothouse/server";
import { type FleetKeys, reportKey } from "../../../packages/fleet/src/keys/fleet-keys.js";
import { memberClaims, signedJwt } from "../../../packages/fleet/src/keys/jwt.js";
import { makeNKey } from "../../../packages/fleet/src/keys/nkey.js";
import { NodeLink } from "../../../packages/fleet/src/node/node-link.js";
import { NodeStore } from "../../../packages/fleet/src/node/node-store.js";

const DOWN_MS = 300;

/** What a node has carried out: which order, and whose. */
export interface Carried {
  readonly order: number;
  readonly by: string;
  readonly at: number;
}

/** A node with its real link to the fleet, and a router that notes what it is told. */
export class PlayedNode {
  readonly key = makeNKey("user");
  readonly signing = makeNKey("user");
  readonly carried: Carried[] = [];
  restarts = 0;
  #backAt = 0;
  #store: Store | undefined;
  #link: NodeLink | undefined;

  constructor(
    private readonly dir: string,
    private readonly keys: FleetKeys,
    private readonly where: { readonly address: () => string; readonly certificate: string },
    private readonly random: () => number,
    /** Its router goes down. */
    private readonly onDown: () => void,
  ) {}

  get isDown(): boolean {
    return Date.now() < this.#backAt;
  }

  get connected(): boolean {
    return this.#link?.connected ?? false;
  }

  async start(): Promise<void> {
    this.#store = Store.open(join(this.dir, this.key.id));
    const rules = { tokenLifetimeMs: () => 1_000, allowFactoryPassword: () => false };
    await (await Auth.open(this.#store, systemClock, rules)).close();
    const { key, signing, keys, where, random } = this;
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { id: key.id, name: key.id, role: keys.node.id, account: keys.account.id, iat };
    const store = new NodeStore(this.#store);
    this.#link = new NodeLink({
      ...{ key, signing, store, random, clock: systemClock, log: silentLog, answer: this.#answer },
      membershipRecord: store.membershipRecord ?? {
        ...{
          fleet: keys.operator.id,
          invitation: "",
          name: key.id,
          addresses: [where.address()],
          reconnectJitter: 300,
        },
        certificate: where.certificate,
        jwt: signedJwt(memberClaims(claims), keys.node),
        reportKey: reportKey(keys, key.id).toString("base64"),
      },
      audit: { refused: async () => {} },
      allow: () => "all",
    });
    this.#link.start();
  }

  async stop(): Promise<void> {
    await this.#link?.close(0);
    await this.#store?.close();
  }

  remove(): void {
    rmSync(join(this.dir, this.key.id), { recursive: true, force: true });
  }

  readonly #answer: Answer = async (text, peer) => {
    const asked = JSON.parse(text);
    const by = peer?.actor?.split(": ").at(-1) ?? "";
    const one = ({
      id,
      method,
      params,
    }: {
      id: unknown;
      method: string;
      params: Record<string, string>;
    }) => ({
      ...{ jsonrpc: "2.0", id },
      result: this.#result(method, params, by),
    });
    const answer = Array.isArray(asked) ? asked.map(one) : one(asked);
    return { text: JSON.stringify(answer), retryAfter: undefined, afterwards: undefined };
  };

  #result(method: string, params: Record<string, string>, by: string): object {
    if (method === "NetworkSetting") {
      this.carried.push({ order: Number(params["svc.router.net.bw.in"]), by, at: Date.now() });
      return { SettingsSaved: true, order: params["svc.router.net.bw.in"] };
    }
    if (method === "RouterManager") {
      this.restarts++;
      this.#backAt = Date.now() + DOWN_MS;
      this.onDown();
      return { Restart: null };
    }
    if (method === "RouterInfo")
      return { "svc.router.net.status": 0, "svc.router.net.tunnels.participating": 100 };
    if (method === "pilothouse.apply") return { settings: "", applied: null, differences: [] };
    const phase = this.isDown ? "starting" : "running";
    return {
      version: "1",
      router: "played",
      simulated: true,
      phase,
      starts: this.restarts,
      restartNeeded: false,
    };
  }
}
