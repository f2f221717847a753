import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Store, silentLog } from "@pilothouse/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFleetKeys } from "../keys/fleet-keys.js";
import { makeNKey, type NKey } from "../keys/nkey.js";
import { newNonce } from "../keys/nonce.js";
import { seal, unseal } from "../keys/sealed.js";
import { readDocument } from "../state/documents.js";
import { SqliteState } from "../state/sqlite.js";
import { JoinAnswers } from "./answer-join.js";
import { type InvitationRequest, invitationState } from "./enrolment.js";
import { HubEnrolment } from "./hub-enrolment.js";
import { type JoinAnswer, type JoinRequest, proofOf } from "./join-messages.js";
import type { NodeRecord } from "./node-record.js";
import { readToken } from "./token.js";

const NOW = 1_800_000_000_000;
let dir: string;
let store: Store;
let state: SqliteState;
let enrolment: HubEnrolment;
let joins: JoinAnswers;
let cutOff: () => Promise<void>;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pilothouse-answer-join-"));
  store = Store.open(dir);
  state = new SqliteState(store);
  cutOff = async () => {};
  const parts = {
    ...{ state, keys: openFleetKeys(dir), clock: { now: () => NOW }, log: silentLog },
    place: () => ({ addresses: ["tls://hub.example:7651"], certificate: undefined, fingerprint: undefined }),
    ...{ reconnectJitter: () => 1_000, cutOff: () => cutOff() },
  };
  enrolment = new HubEnrolment(parts);
  joins = new JoinAnswers(parts, enrolment);
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

/** A machine with a token; what it asks is answered as over the bus. */
class Machine {
  readonly key: NKey = makeNKey("user");
  constructor(
    readonly token: string,
    readonly chosen?: string,
  ) {}

  async ask(step: JoinRequest["step"]): Promise<JoinAnswer> {
    const read = readToken(this.token);
    if (read === undefined) throw new Error("the token is damaged");
    const { fleet, id: invitation, secret } = read;
    const about = {
      ...{ step, fleet, invitation, node: this.key.id, nonce: newNonce(), at: 1 },
      ...{ name: this.chosen ?? "debian", chosen: this.chosen !== undefined },
    };
    const request = JSON.stringify({ ...about, proof: proofOf(secret, about) });
    const sealed = await joins.answer(invitation, seal("join", request, this.key));
    const text = sealed && unseal("joined", sealed, fleet);
    if (text === undefined) throw new Error("there was no signed answer");
    return JSON.parse(text) as JoinAnswer;
  }

  async join(): Promise<JoinAnswer> {
    const first = await this.ask("ask");
    return first.member === undefined ? first : await this.ask("confirm");
  }
}

const invited = async (request: InvitationRequest, name?: string) =>
  new Machine((await enrolment.invite(request, "test")).token, name);
const record = ({ key }: Machine) => readDocument<NodeRecord>(state, `node/${key.id}`);
const attic = async () => {
  const old = await invited({ labels: { site: "ams" } }, "attic");
  expect(await old.join()).toMatchObject({ joined: { name: "attic" } });
  return old;
};

it("uses an invitation up, which is not the same as an expired one", async () => {
  const { token } = await enrolment.invite({ uses: 2, lifetime: 60_000 }, "test");
  const states = async () =>
    (await enrolment.invitations()).flatMap((one) => [
      invitationState(one, NOW),
      invitationState(one, NOW + 60_000),
    ]);
  await new Machine(token).join();
  expect(await states()).toEqual(["open", "expired"]);
  await new Machine(token).join();
  expect(await states()).toEqual(["used", "used"]);
});

describe("a machine that replaces a node", () => {
  it("may ask for that node's name, which is not taken from the node before the last step", async () => {
    const old = await attic();
    const fresh = await invited({ replaces: old.key.id }, "attic");
    expect(await fresh.ask("ask")).toMatchObject({ member: {} });
    await expect(enrolment.rename((await joinedAs("roof")).key.id, "attic")).rejects.toThrow(
      "is called attic",
    );
    expect(await fresh.ask("confirm")).toMatchObject({ joined: { name: "attic" } });
    expect(await fresh.ask("confirm")).toMatchObject({ joined: { name: "attic" } });
    expect(await record(fresh)).toMatchObject({ name: "attic", labels: { site: "ams" } });
    expect(await record(old)).toBeUndefined();
  });

  it("may ask for that node's name and have to wait", async () => {
    const old = await attic();
    const fresh = await invited({ replaces: old.key.id, wait: true }, "attic");
    expect(await fresh.join()).toMatchObject({ waiting: { name: "attic-2" } });
    await enrolment.accept("attic-2");
    expect(await fresh.join()).toMatchObject({ joined: { name: "attic" } });
    expect(await record(old)).toBeUndefined();
  });

  it("may choose another name, unless that is taken, and the old name is free", async () => {
    const old = await attic();
    await joinedAs("roof");
    const { token } = await enrolment.invite({ replaces: old.key.id }, "test");
    expect(await new Machine(token, "roof").join()).toMatchObject({
      refused: expect.stringContaining("is called roof"),
    });
    expect(await record(old)).toBeDefined();
    const fresh = new Machine(token, "cellar");
    expect(await fresh.join()).toMatchObject({ joined: { name: "cellar" } });
    expect(await record(fresh)).toMatchObject({ name: "cellar", labels: { site: "ams" } });
    expect(await record(old)).toBeUndefined();
    await joinedAs("attic");
  });

  it("gets name and labels also if the hub failed in the middle, and the old key is cut off", async () => {
    const old = await attic();
    const fresh = await invited({ replaces: old.key.id });
    let cuts = 0;
    cutOff = async () => {
      if (++cuts === 1) throw new Error("the bus is away");
    };
    expect(await fresh.join()).toMatchObject({ refused: expect.stringContaining("Try again") });
    expect(await fresh.join()).toMatchObject({ joined: { name: "attic" } });
    expect(await record(fresh)).toMatchObject({ name: "attic", labels: { site: "ams" } });
    expect([await record(old), cuts]).toEqual([undefined, 2]);
  });
});

async function joinedAs(name: string): Promise<Machine> {
  const machine = await invited({}, name);
  expect(await machine.join()).toMatchObject({ joined: { name } });
  return machine;
}
