import { readFileSync } from "node:fs";
import { serialQueue } from "@pilothouse/drivers/port";
import { parseJson } from "@pilothouse/protocol";
import type { RevokedNode } from "../joining/node-record.js";
import { type Revocations, removeAgain } from "../joining/removed-again.js";
import { accountJwts, type FleetKeys, userOf } from "../keys/fleet-keys.js";
import { claimsOf, isSignedJwt } from "../keys/jwt.js";
import { dial } from "../link/dial.js";
import { listDocuments } from "../state/documents.js";
import type { HubBusOptions } from "./fleet-bus.js";
import type { Dialled } from "./places.js";

const ANSWER_MS = 10_000;
const SUSPEND_MS = 10 * 60_000;
const LARGEST_ANSWER = 64 * 1024;

/** The accounts as the servers of the bus must know them: who was removed is in there. */
export class Accounts {
  #revocations: Revocations = {};
  /** Logins that are refused for a while. A hub that is started again begins without any. */
  readonly #suspended = new Set<string>();
  #iat = 0;
  readonly #serially = serialQueue();

  constructor(
    private readonly keys: FleetKeys,
    private readonly parts: Pick<HubBusOptions, "state" | "clock" | "settings" | "log" | "nodes">,
  ) {}

  /** With the hub's own server: before it starts, its files say which nodes were removed. */
  async loadBeside(jwtFile: string): Promise<void> {
    const { log, nodes } = this.parts;
    try {
      await this.#learn(readFileSync(jwtFile, "utf8"));
    } catch {
      if (nodes() > 0)
        log.warn(
          { file: jwtFile },
          "the hub has nodes, but the files of its bus are gone or damaged, as on a new machine: if its data was restored from a backup, nodes that were removed after that backup are let in again. Check the list of nodes",
        );
    }
    await this.load();
  }

  async load(): Promise<void> {
    const revoked = await listDocuments<RevokedNode>(this.parts.state, "revoked/");
    this.#revocations = Object.fromEntries(
      [...revoked].map(([node, { at }]) => [node, Math.floor(at / 1_000)]),
    );
  }

  jwts(): ReadonlyMap<string, string> {
    const { clock, settings } = this.parts;
    // Servers keep the newer of two, by the second.
    this.#iat = Math.max(Math.floor(clock.now() / 1_000), this.#iat + 1);
    return accountJwts(this.keys, {
      ...{ iat: this.#iat, suspended: [...this.#suspended] },
      // What was made up to this second is refused.
      revocations: {
        ...Object.fromEntries([...this.#suspended].map((login) => [login, this.#iat])),
        ...this.#revocations,
      },
      streams: settings.bus !== "embedded" || settings.shared,
    });
  }

  /** Sends them to the servers, one change after the other, because the newest counts. */
  push(dialled: Dialled): Promise<void> {
    return this.#serially(() => this.#push(dialled));
  }

  /** Cuts a login off from the bus for a while. */
  async suspend(login: string, dialled: Dialled): Promise<void> {
    if (this.#suspended.has(login)) return;
    this.#suspended.add(login);
    setTimeout(() => {
      this.#suspended.delete(login);
      this.push(dialled).catch((error: unknown) =>
        this.parts.log.warn({ err: error, login }, "who was cut off from the bus for a while still is"),
      );
    }, SUSPEND_MS).unref();
    await this.push(dialled);
  }

  async #push(dialled: Dialled): Promise<void> {
    const { id } = this.keys.account;
    const { key, jwt } = userOf(this.keys.system, "hub");
    const connection = await dial({ ...dialled, login: { key, jwt }, name: "pilothouse hub" });
    const ask = async (subject: string, text: string) =>
      Buffer.from((await connection.request(subject, text, { timeout: ANSWER_MS })).data).toString("utf8");
    try {
      await ask(`$SYS.REQ.ACCOUNT.${id}.CLAIMS.LOOKUP`, "").then(
        (stored) => this.#learn(stored),
        (error: unknown) =>
          this.parts.log.warn(
            { err: error },
            "the bus does not say which nodes were removed: if this hub's data was restored from a backup, nodes that were removed after that backup are let in again",
          ),
      );
      await this.load();
      const answer = await ask("$SYS.REQ.CLAIMS.UPDATE", this.jwts().get(id) ?? "");
      const { error } = parseJson(answer, { bytes: LARGEST_ANSWER, what: "the answer of the bus" }) as {
        error?: { description?: string };
      };
      if (error !== undefined)
        throw new Error(`the bus does not take the fleet's account: ${error.description}`);
    } finally {
      await connection.close();
    }
  }

  /** What was pushed last may be newer than this hub's state, if that was restored from a backup. */
  async #learn(jwt: string): Promise<void> {
    const { state, log } = this.parts;
    // Nobody but hubs of this fleet can have signed it; servers could at most show an old one.
    if (!isSignedJwt(jwt, this.keys.operator.id)) throw new Error("the fleet has not signed this account");
    const { iat, nats } = claimsOf(jwt);
    // Servers ignore what is older, also if it is only the clock of this hub that is behind.
    this.#iat = Math.max(this.#iat, iat);
    const { revocations = {}, tags = [] } = nats as {
      readonly revocations?: Revocations;
      readonly tags?: readonly string[];
    };
    const removed = Object.entries(revocations).filter(([login]) => !tags.includes(login));
    const nodes = await removeAgain(state, Object.fromEntries(removed));
    if (nodes.length > 0)
      log.warn(
        { nodes },
        "the bus knows that these nodes were removed, and this hub's data does not: it is older, as after a restore from a backup. They are removed again",
      );
  }
}
