import { Store, silentLog } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeBoxKey, openBox } from "../keys/box.js";
import { openFleetKeys, reportKey } from "../keys/fleet-keys.js";
import { makeNKey, type NKey } from "../keys/nkey.js";
import { newNonce, sign, verified } from "../keys/signed-text.js";
import { readDocument } from "../state/documents.js";
import { SqliteState } from "../state/sqlite.js";
import { JoinAnswers } from "./answer-join.js";
import { invitationState } from "./enrolment.js";
import { HubEnrolment } from "./hub-enrolment.js";
import { fingerprintOf, type JoinAnswer, type JoinRequest, proofOf } from "./join-messages.js";
import type { NodeRecord } from "./node-record.js";
import { readToken } from "./token.js";

const NOW = 1_800_000_000_000;
let dir: string;
let store: Store;
let state: SqliteState;
let enrolment: HubEnrolment;
let joins: JoinAnswers;
let cutOff: () => Promise<void>;
let now: number;
beforeEach(() => {
  now = NOW;
  dir = scratch();
  store = Store.open(dir);
  state = new SqliteState(store);
  cutOff = async () => {};
  const parts = {
    ...{ state, keys: openFleetKeys(dir), clock: { now: () => now }, log: silentLog },
    place: () => ({ addresses: ["tls://hub.example:7651"], certificate: undefined, fingerprint: undefined }),
    ...{ reconnectJitter: () => 1_000, cutOff: () => cutOff() },
  };
  enrolment = new HubEnrolment(parts);
  joins = new JoinAnswers(parts, enrolment);
});
afterEach(async () => {
  await store.close();
});

/** A machine with a token; what it asks is answered as over the bus. */
class Machine {
  constructor(
    readonly token: string,
    readonly chosen?: string,
    readonly key: NKey = makeNKey("user"),
    readonly signing = makeNKey("user").id,
    readonly box = makeBoxKey(),
  ) {}

  async ask(step: JoinRequest["step"], reply?: string): Promise<JoinAnswer> {
    const read = readToken(this.token);
    if (read === undefined) throw new Error("the token is damaged");
    const { fleet, id: invitation, secret, key: login } = read;
    const about = {
      ...{ step, fleet, invitation, node: this.key.id, signing: this.signing, nonce: newNonce(), at: 1 },
      ...{ box: this.box.id, name: this.chosen ?? "debian", chosen: this.chosen !== undefined },
    };
    const request = JSON.stringify({ ...about, proof: proofOf(secret, about) });
    const message = await joins.answer(
      ...[invitation, sign("join", request, this.key), reply ?? `_INBOX.${login.id}.x`],
    );
    const text = message && verified("joined", message, fleet);
    if (text === undefined) throw new Error("there was no signed answer");
    return JSON.parse(text) as JoinAnswer;
  }

  async join(): Promise<JoinAnswer> {
    const first = await this.ask("ask");
    return first.member === undefined ? first : await this.ask("confirm");
  }
}

const invited = async (request: Parameters<HubEnrolment["invite"]>[0], name?: string) =>
  new Machine((await enrolment.invite(request, "test")).token, name);
/** The key for reports in an answer, as this machine reads it. */
const opened = ({ joined }: JoinAnswer, { token, box }: Machine) =>
  openBox(joined?.reportKey ?? "", box, readToken(token)?.secret ?? Buffer.alloc(0));
const record = ({ key }: Machine) => readDocument<NodeRecord>(state, `node/${key.id}`);
const attic = async () => {
  const old = await invited({ labels: { site: "ams" } }, "attic");
  expect(await old.join()).toMatchObject({ joined: { name: "attic" } });
  return old;
};

it("gives the key for reports only with the last step, which uses the invitation up", async () => {
  const machine = await invited({});
  expect((await machine.ask("ask")).member).not.toHaveProperty("reportKey");
  expect(opened(await machine.ask("confirm"), machine)).toEqual(
    reportKey(openFleetKeys(dir), machine.key.id),
  );
});

it("locks the key for reports for the machine that asked: another one with the same token cannot open it", async () => {
  const { token } = await enrolment.invite({ uses: 2 }, "test");
  const [machine, other] = [new Machine(token), new Machine(token)];
  const answers = [await machine.join(), await other.join()] as const;
  expect(() => opened(answers[0], other)).toThrow();
  expect(opened(answers[1], other)).toEqual(reportKey(openFleetKeys(dir), other.key.id));
});

it("refuses a request without a key that can lock the answer, before the invitation is used", async () => {
  const { token } = await enrolment.invite({}, "test");
  for (const id of [undefined, "x", Buffer.alloc(32).toString("base64url")]) {
    const box = { ...makeBoxKey(), id: id as string };
    expect(
      await new Machine(token, "attic", makeNKey("user"), makeNKey("user").id, box).join(),
    ).toMatchObject({
      refused: expect.stringContaining("no key to lock the answer with"),
    });
  }
  expect(await new Machine(token).join()).toMatchObject({ joined: {} });
});

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
    expect(await fresh.join()).toMatchObject({ waiting: { name: "attic" } });
    await enrolment.accept(fingerprintOf(fresh.key.id));
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

const waiting = async () => (await enrolment.waiting()).map(({ node }) => node);
const names = async () => [...(await state.list("name/")).keys()];

describe("a machine that waits", () => {
  it("is accepted by its fingerprint although another has that as its name", async () => {
    const { token } = await enrolment.invite({ wait: true, uses: 2 }, "test");
    const [first, second] = [makeNKey("user"), makeNKey("user")].sort((a, b) => (a.id < b.id ? -1 : 1));
    const honest = new Machine(token, "attic", second);
    // The other one is first in every list.
    const other = new Machine(token, fingerprintOf(honest.key.id), first);
    await other.join();
    await honest.join();
    const typed = fingerprintOf(honest.key.id).toUpperCase().replaceAll("-", ":");
    expect(await enrolment.accept(` ${typed} `)).toMatchObject({ node: honest.key.id, name: "attic" });
    expect(await waiting()).toEqual([other.key.id]);
    await expect(enrolment.accept(fingerprintOf(honest.key.id))).rejects.toThrow("no node waits");
    await expect(enrolment.refuse(fingerprintOf(other.key.id).slice(0, -1))).rejects.toThrow("no node waits");
    expect(await enrolment.refuse(other.key.id)).toMatchObject({ node: other.key.id });
  });

  it("is accepted by its name only if no other asks for it; both get a name when they are accepted", async () => {
    const { token } = await enrolment.invite({ wait: true, uses: 2 }, "test");
    const both = [new Machine(token, "attic"), new Machine(token, "attic")] as const;
    for (const one of both) expect(await one.join()).toMatchObject({ waiting: { name: "attic" } });
    expect(await names()).toEqual([]);
    const [first, second] = both.map(({ key }) => fingerprintOf(key.id)) as [string, string];
    await expect(enrolment.accept("attic")).rejects.toThrow(/2 nodes .* want the name attic/);
    await expect(enrolment.accept("attic")).rejects.toThrow(first);
    await expect(enrolment.accept("attic")).rejects.toThrow(second);
    await enrolment.accept(second);
    expect(await enrolment.accept("attic")).toMatchObject({ name: "attic-2" });
    expect(await both[1].join()).toMatchObject({ joined: { name: "attic" } });
    expect(await both[0].join()).toMatchObject({ joined: { name: "attic-2" } });
  });

  it("is one of few with an invitation for one node, and those that were there first are seen", async () => {
    const { token, invitation } = await enrolment.invite({ wait: true }, "test");
    const honest = new Machine(token, "attic");
    await honest.join();
    const flood = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => new Machine(token, `flood-${n}`).ask("ask")),
    );
    const refused = flood.filter((answer) => answer.refused !== undefined);
    expect(refused.length).toBeGreaterThan(30);
    expect(refused[0]).toMatchObject({
      refused: expect.stringMatching(new RegExp(`5 nodes wait .* revoke the invitation ${invitation.id}`)),
      final: false,
    });
    expect(await waiting()).toContain(honest.key.id);
    expect([(await waiting()).length, await names()]).toEqual([5, []]);
    expect(await honest.join()).toMatchObject({ waiting: {} });
    await enrolment.accept(honest.key.id);
    expect(await honest.join()).toMatchObject({ joined: { name: "attic" } });
    // The invitation is used up, so nobody waits with it.
    expect([await waiting(), (await state.list("waiting/")).size]).toEqual([[], 0]);
  });

  it("is forgotten with its invitation, also when it was refused", async () => {
    const revoked = await enrolment.invite({ wait: true }, "test");
    await new Machine(revoked.token, "a").join();
    const refused = new Machine(revoked.token, "b");
    await refused.join();
    await enrolment.refuse("b");
    expect(await refused.join()).toMatchObject({ refused: expect.stringContaining("have refused") });
    await enrolment.revokeInvitation(revoked.invitation.id);
    expect((await state.list("waiting/")).size).toBe(0);
    const { token } = await enrolment.invite({ wait: true, lifetime: 60_000 }, "test");
    await new Machine(token, "c").join();
    now += 60_000;
    await enrolment.cleanUp();
    expect([(await state.list("waiting/")).size, await names()]).toEqual([0, []]);
  });
});

describe("a name", () => {
  it("is not held by a machine that has only asked", async () => {
    const { token } = await enrolment.invite({ uses: 2 }, "test");
    expect(await new Machine(token, "attic").ask("ask")).toMatchObject({ member: {} });
    expect(await names()).toEqual([]);
    expect(await new Machine(token, "attic").join()).toMatchObject({ joined: { name: "attic" } });
  });

  it("does not look like a fingerprint or a key", async () => {
    const attic = await joinedAs("attic");
    const { key } = attic;
    const fingerprint = fingerprintOf(makeNKey("user").id);
    for (const name of [fingerprint, fingerprint.replaceAll("-", "."), key.id.toLowerCase()])
      await expect(enrolment.rename(key.id, name)).rejects.toThrow("looks like the fingerprint");
    const { joined } = await (await invited({}, fingerprint)).join();
    expect(joined?.name).toBe(`node-${fingerprint}`);
  });
});

describe("a key that is at work", () => {
  it("is not taken by another invitation, and a repetition changes nothing", async () => {
    const attic = await joinedAs("attic");
    const { token } = await enrolment.invite({ labels: { site: "fra" } }, "test");
    expect(await new Machine(token, "roof", attic.key).join()).toMatchObject({
      refused: expect.stringMatching(/is that of the node attic.* leave the fleet first/),
    });
    await enrolment.rename(attic.key.id, "barn");
    expect(await new Machine(attic.token, "roof", attic.key).join()).toMatchObject({
      joined: { name: "barn" },
    });
    expect(await record(attic)).toMatchObject({ name: "barn", labels: {} });
  });
});

async function joinedAs(name: string): Promise<Machine> {
  const machine = await invited({}, name);
  expect(await machine.join()).toMatchObject({ joined: { name } });
  return machine;
}
