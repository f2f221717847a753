import type { Msg, NatsConnection } from "@nats-io/nats-core";
import { describe, expect, it } from "vitest";
import type { SignedAnswer, SignedCommand } from "../bus/command-text.js";
import { makeNKey } from "../keys/nkey.js";
import { SIGNATURE, sign } from "../keys/signed-text.js";
import { NodeCalls } from "./node-calls.js";
import type { OrderNumbers } from "./order-numbers.js";
import { Instances } from "./reports/instances.js";

const NOW = 1_800_000_000_000;
const signing = makeNKey("user");
const node = makeNKey("user").id;

/** A hub's calls over a bus that answers each copy of a call with what `bus` says, in that order. */
function stage(bus: (copy: SignedCommand) => readonly Omit<SignedAnswer, "nonce">[]) {
  const instances = new Instances();
  instances.take(node, { instance: "i1", number: 1, heard: {}, at: NOW, knows: "" }, NOW, NOW);
  const requestMany = async (_subject: string, message: Uint8Array) => {
    const copy = JSON.parse(Buffer.from(message.subarray(SIGNATURE)).toString()) as SignedCommand;
    return bus(copy).map((answer) => ({
      data: sign("answer", JSON.stringify({ ...answer, nonce: copy.nonce }), signing),
    })) as unknown as AsyncIterable<Msg>;
  };
  const calls = new NodeCalls({
    ...{ fleet: makeNKey("operator"), hub: "h1", instances, clock: { now: () => NOW } },
    numbers: { next: async () => 1 } as OrderNumbers,
    connection: () => ({ requestMany }) as unknown as NatsConnection,
    signerOf: () => signing.id,
    ignored: () => {},
  });
  const command = { text: "{}", by: "alice", scope: "all", expires: NOW + 20_000 } as const;
  return () => calls.call(node, command, 20_000);
}

describe("A call that is addressed again", () => {
  it("is not taken for refused when a bus repeats what the node said to the first copy", async () => {
    const at = NOW;
    const other = { instance: "i2", refused: "for another run", again: "instance", at } as const;
    const restarted = stage(({ instance }) =>
      instance === "i2" ? [other, { instance, text: "done", at }] : [other],
    );
    expect(await restarted()).toBe("done");

    const late = { instance: "i1", refused: "it expired", again: "expired", at: NOW + 60_000 } as const;
    const behind = stage(({ instance, expires }) =>
      expires < late.at ? [late] : [late, { instance: instance ?? "", text: "done", at: late.at }],
    );
    expect(await behind()).toBe("done");
  });
});
