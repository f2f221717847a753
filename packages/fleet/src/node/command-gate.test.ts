import { Store } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SignedCommand, SignedNotice } from "../bus/command-text.js";
import { makeNKey } from "../keys/nkey.js";
import { sign } from "../keys/signed-text.js";
import { CommandGate } from "./command-gate.js";
import { HubsHeard } from "./hubs-heard.js";
import { NodeStore } from "./node-store.js";

const fleet = makeNKey("operator");
const node = makeNKey("user").id;
const NOW = 1_800_000_000_000;
const RESTART = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "RouterManager", params: { Restart: "" } });
const READ = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "RouterInfo", params: {} });

/** Of a feature from outside, or of a newer version: nobody knows whether it changes something. */
const OTHER = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "example.greet", params: {} });

function stage() {
  const dir = scratch();
  const store = Store.open(dir);
  onTestFinished(async () => {
    await store.close();
  });
  const done: string[] = [];
  let now = NOW;
  let crash = false;
  /** A gate as it is after a start of the service. */
  const clock = { now: () => now };
  const gate = () =>
    new CommandGate({
      ...{ fleet: fleet.id, node, store: new NodeStore(store), clock },
      hubs: new HubsHeard(clock),
      allow: () => "operate",
      keep: async (generation) => void done.push(`generation ${generation}`),
      answer: async (_text, { actor, access, order }) => {
        done.push(`${actor} with ${access}${order === undefined ? "" : ` as ${order}`}`);
        if (crash) throw new Error("the process ends here");
        return { text: `answer ${done.length}`, retryAfter: undefined, afterwards: undefined };
      },
    });
  /** What a gate hears on its only connection. */
  const hear = (here = gate()) => ({ notice: (message: Buffer) => here.notice(message, "i1") });
  let number = 0;
  const about = () => ({ fleet: fleet.id, hub: "h1", number: ++number, issued: now, expires: now + 20_000 });
  const command = (more: Partial<SignedCommand> = {}) => {
    const signed = { ...about(), node, instance: "i1", text: RESTART, by: "alice", scope: "all", ...more };
    return sign("command", JSON.stringify({ nonce: `n${number}`, ...signed }), fleet);
  };
  const notice = (more: Partial<SignedNotice> = {}) =>
    sign("notice", JSON.stringify({ ...about(), notice: { report: 0 }, ...more }), fleet);
  const send = async (to: CommandGate, message: Buffer, instance = "i1") =>
    (await to.carryOut(message, instance)).reply.text;
  return {
    ...{ gate, hear, command, notice, send, done },
    later: (ms: number) => {
      now += ms;
    },
    crashing: (whether: boolean) => {
      crash = whether;
    },
  };
}

describe("A command for a node", () => {
  it("is carried out once, for the person it names, and with no more than both sides allow", async () => {
    const { gate, command, send, done } = stage();
    const here = gate();
    const message = command();
    expect(await send(here, message)).toBe("answer 1");
    await expect(send(here, message)).rejects.toThrow("it was carried out before");
    await expect(send(gate(), message, "i2")).rejects.toThrow("for another run of this node's service");
    await send(here, command({ scope: "read", order: "o1" }));
    expect(done).toEqual([
      `hub ${fleet.id.slice(0, 8)}: alice with operate`,
      `hub ${fleet.id.slice(0, 8)}: alice with read as o1`,
    ]);
  });

  it("of two copies that come together is carried out by one", async () => {
    const { gate, command, send, done } = stage();
    const [here, message] = [gate(), command()];
    const both = await Promise.allSettled([send(here, message), send(here, message)]);
    // The second is not answered: the hub would take the refusal for the outcome of the first.
    const second = { message: "it was carried out before", nonce: undefined };
    expect(both).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: second }]);
    expect(done).toHaveLength(1);
  });

  it("that a bus held back is not carried out after a newer one, and not after the hub has given up", async () => {
    const { gate, command, send, later, done } = stage();
    const here = gate();
    const [held, other, read, newer] = [
      command(),
      command({ text: OTHER }),
      command({ text: READ }),
      command(),
    ];
    await send(here, newer);
    for (const old of [held, other])
      await expect(send(here, old)).rejects.toThrow("a newer order of the hub was already taken");
    // What only reads changes nothing, in any order.
    await send(here, read);
    // Each hub has numbers of its own.
    await send(here, command({ hub: "h2", number: 1 }));
    const late = command();
    later(20_000 + 1_000);
    await expect(send(here, late)).rejects.toMatchObject({
      message: "it expired 1 s ago by this node's clock: it was delivered late",
      again: "expired",
    });
    expect(done).toHaveLength(3);
  });

  it("does not count when it is for another, old, without a time, or not the fleet's", async () => {
    const { gate, command, send, done } = stage();
    const refused = (more: Partial<SignedCommand>) => expect(send(gate(), command(more))).rejects;
    await refused({ node: makeNKey("user").id }).toThrow("for another node");
    await refused({ fleet: makeNKey("operator").id }).toThrow("for another fleet");
    await refused({ instance: "i0" }).toThrow("for another run of this node's service");
    // A call for no instance asks who is there, and is never carried out.
    await refused({ instance: undefined }).toMatchObject({ again: "instance" });
    await refused({ expires: NOW - 3_600_000 }).toThrow("expired 60 min ago by this node's clock");
    await refused({ number: Number.NaN }).toThrow("it has no time");
    await refused({ expires: "x" as unknown as number }).toThrow("it has no time");
    await expect(send(gate(), sign("notice", "{}", fleet))).rejects.toThrow("the fleet has not signed it");
    expect(done).toEqual([]);
  });
});

describe("A notice of a hub", () => {
  it("counts once and in order", () => {
    const { hear, notice } = stage();
    const here = hear();
    const [held, first] = [notice(), notice()];
    expect(here.notice(first)).toMatchObject({ last: 0, number: 2 });
    expect(() => here.notice(held)).toThrow("a newer order of the hub was already taken");
    expect(() => here.notice(first)).toThrow("it was carried out before");
    expect(here.notice(notice({ hub: "h2", number: 1 }))).toMatchObject({ last: 0 });
  });

  it("is known to be recent after one for this run of the service, and not because others came before", () => {
    const { hear, notice } = stage();
    const addresses = ["tls://old.example:7651"];
    const sent = [
      { beat: { from: 1, within: 0 } },
      { addresses, instance: "i0" },
      { addresses },
      { instance: "i1" },
    ];
    const here = hear();
    const recent = [...sent, { addresses }].map((one) => here.notice(notice({ notice: one })).isRecent);
    expect(recent).toEqual([false, false, false, true, true]);
    // Another hub may be one that is long gone.
    expect(here.notice(notice({ hub: "h2", notice: { addresses } })).isRecent).toBe(false);
    expect(hear().notice(notice({ notice: { addresses } })).isRecent).toBe(false);
  });

  it("expires by what the node knows of the hub's clock, whatever its own clock shows", () => {
    const { hear, notice, later } = stage();
    const here = hear();
    const hour = 3_600_000;
    const at = (issued: number) => notice({ issued, expires: issued + 60_000 });
    here.notice(at(NOW - hour));
    const held = at(NOW - hour + 1_000);
    later(100_000);
    expect(() => here.notice(held)).toThrow("it expired 39 s ago");
    here.notice(at(NOW - hour + 100_000));
    // The hub's clock was set back.
    expect(here.notice(at(NOW - 2 * hour))).toMatchObject({ issued: NOW - 2 * hour });
  });

  it("is heard again from a hub whose clock stood still while it was off, after its next beat", () => {
    const { hear, notice, later } = stage();
    const here = hear();
    const at = (issued: number, more = {}) => notice({ issued, expires: issued + 60_000, ...more });
    here.notice(at(NOW));
    later(600_000);
    expect(() => here.notice(at(NOW + 1_000))).toThrow("it expired");
    here.notice(at(NOW + 15_000, { notice: { beat: { from: 1, within: 0 } } }));
    expect(here.notice(at(NOW + 16_000))).toMatchObject({ issued: NOW + 16_000 });
  });
});

describe("A command that must be carried out once", () => {
  it("is answered with its result when it comes again, from any hub", async () => {
    const { gate, command, send, done } = stage();
    const once = { key: "rollout-7/router-1", epoch: 1 };
    expect(await send(gate(), command({ once }))).toBe("answer 1");
    expect(await send(gate(), command({ once }))).toBe("answer 1");
    expect(await send(gate(), command({ once: { ...once, epoch: 2 } }))).toBe("answer 1");
    await expect(send(gate(), command({ once }))).rejects.toThrow("another hub has taken over");
    expect(done).toHaveLength(1);
    expect(await send(gate(), command({ once: { ...once, key: "rollout-8/router-1" } }))).toBe("answer 2");
  });

  it("is carried out once when two hubs send it at the same moment, and both get its result", async () => {
    const { gate, command, send, done } = stage();
    const once = { key: "queue/1", epoch: 0 };
    const one = gate();
    const both = ["h1", "h2"].map((hub) => send(one, command({ hub, once })));
    expect(await Promise.all(both)).toEqual(["answer 1", "answer 1"]);
    expect(done).toHaveLength(1);
  });

  it("is not begun a second time when the service ended in the middle of it", async () => {
    const { gate, command, send, done, crashing } = stage();
    const once = { key: "rollout-7/router-1", epoch: 1 };
    crashing(true);
    await expect(send(gate(), command({ once }))).rejects.toThrow("the process ends here");
    crashing(false);
    const answer = JSON.parse(await send(gate(), command({ once })));
    expect(answer.error).toMatchObject({ code: -32603, data: { reason: "begun" } });
    expect(answer.error.message).toContain("does not know how far it got");
    expect(done).toHaveLength(1);
  });

  it("is remembered for a month", async () => {
    const { gate, command, send, later } = stage();
    const once = { key: "first", epoch: 1 };
    await send(gate(), command({ once }));
    later(31 * 86_400_000);
    await send(gate(), command({ once: { key: "second", epoch: 1 } }));
    expect(await send(gate(), command({ once }))).toBe("answer 3");
  });
});
