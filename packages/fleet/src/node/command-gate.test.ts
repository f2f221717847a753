import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Store } from "@pilothouse/server";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SignedCommand } from "../bus/command-text.js";
import { makeNKey } from "../keys/nkey.js";
import { seal } from "../keys/sealed.js";
import { CommandGate } from "./command-gate.js";
import { NodeStore } from "./node-store.js";

const fleet = makeNKey("operator");
const node = makeNKey("user").id;
const NOW = 1_800_000_000_000;
const RESTART = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "RouterManager", params: { Restart: "" } });
const READ = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "RouterInfo", params: {} });

function stage() {
  const dir = mkdtempSync(join(tmpdir(), "ph-gate-"));
  const store = Store.open(dir);
  onTestFinished(async () => {
    await store.close();
    rmSync(dir, { recursive: true });
  });
  const done: string[] = [];
  let now = NOW;
  let crash = false;
  /** A gate as it is after a start of the service. */
  const gate = () =>
    new CommandGate({
      ...{ fleet: fleet.id, node, store: new NodeStore(store), clock: { now: () => now } },
      allow: () => "operate",
      answer: async (_text, { actor, access }) => {
        done.push(`${actor} with ${access}`);
        if (crash) throw new Error("the process ends here");
        return { text: `answer ${done.length}`, retryAfter: undefined, afterwards: undefined };
      },
    });
  let nonces = 0;
  const command = (more: Partial<SignedCommand> = {}) => {
    const about = { fleet: fleet.id, node, issued: now, expires: now + 60_000, nonce: `n${nonces++}` };
    const signed = { ...about, text: RESTART, by: "alice", scope: "all", ...more };
    return seal("command", JSON.stringify(signed), fleet);
  };
  const send = async (to: CommandGate, sealed: Buffer) => (await to.carryOut(sealed)).reply.text;
  return {
    ...{ gate, command, send, done },
    later: (ms: number) => {
      now += ms;
    },
    crashing: (whether: boolean) => {
      crash = whether;
    },
    kept: () => [...new NodeStore(store).seen().keys()],
  };
}

describe("A command for a node", () => {
  it("is carried out once, for the person it names, and with no more than both sides allow", async () => {
    const { gate, command, send, done } = stage();
    const here = gate();
    const sealed = command();
    expect(await send(here, sealed)).toBe("answer 1");
    await expect(send(here, sealed)).rejects.toThrow("it was carried out before");
    await expect(send(gate(), sealed)).rejects.toThrow("it was carried out before");
    await send(here, command({ scope: "read" }));
    expect(done).toEqual([
      `hub ${fleet.id.slice(0, 8)}: alice with operate`,
      `hub ${fleet.id.slice(0, 8)}: alice with read`,
    ]);
  });

  it("of two copies that come together is carried out by one", async () => {
    const { gate, command, send, done } = stage();
    const [here, sealed] = [gate(), command()];
    const both = await Promise.allSettled([send(here, sealed), send(here, sealed)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(done).toHaveLength(1);
  });

  it("is remembered on disk until it has run out, if it changes anything", async () => {
    const { gate, command, send, kept, later } = stage();
    await send(gate(), command({ nonce: "read", text: READ }));
    await send(gate(), command({ nonce: "first" }));
    expect(kept()).toEqual(["first"]);
    later(60_000 + 120_000 + 1);
    await send(gate(), command({ nonce: "second" }));
    expect(kept()).toEqual(["second"]);
    await expect(send(gate(), command({ nonce: "old", issued: NOW, expires: NOW + 60_000 }))).rejects.toThrow(
      "it expired 2 min ago",
    );
  });

  it("does not count when it is for another, from the future, old, without a time, or not the fleet's", async () => {
    const { gate, command, send, done } = stage();
    const refused = (more: Partial<SignedCommand>) => expect(send(gate(), command(more))).rejects;
    await refused({ node: makeNKey("user").id }).toThrow("for another node");
    await refused({ fleet: makeNKey("operator").id }).toThrow("for another fleet");
    await refused({ issued: NOW + 3_600_000 }).toThrow("60 min in the future by this node's clock");
    await refused({ expires: NOW - 3_600_000 }).toThrow("expired 60 min ago by this node's clock");
    await refused({ issued: Number.NaN }).toThrow("it has no time");
    await refused({ expires: "x" as unknown as number }).toThrow("it has no time");
    await expect(send(gate(), seal("notice", "{}", fleet))).rejects.toThrow("the fleet has not signed it");
    // Clocks that differ a little are no reason.
    await send(gate(), command({ issued: NOW + 119_000, expires: NOW + 120_000 }));
    await send(gate(), command({ issued: NOW - 200_000, expires: NOW - 119_000 }));
    expect(done).toHaveLength(2);
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
