import { RpcError } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handlersOf, Stage } from "../../rpc/testing/stage.js";
import { membership as feature } from "./feature.js";
import type { Membership, MembershipStatus } from "./membership.js";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const NONE: MembershipStatus = {
  ...{
    state: "none",
    name: null,
    fleet: null,
    key: null,
    fingerprint: null,
    addresses: [],
    instance: null,
    identity: "own",
    note: null,
  },
};
const MEMBER: MembershipStatus = {
  ...NONE,
  state: "connected",
  name: "a-node",
  fleet: "OBHPGWXDZ2QF4S7LJ3T6M5N2K7R4V3YCA5E6W2UXQJH4PLTNDRKBS3FV",
};

const membershipHandlers = (membership: Membership | undefined) => handlersOf(feature, { membership });

/** A membership that begins as it is given. */
const membership = (begins: MembershipStatus, asked: unknown[] = []) => {
  let status = begins;
  return membershipHandlers({
    open: () => {},
    join: async (...given) => {
      asked.push(given);
      status = MEMBER;
      return status;
    },
    leave: async () => {
      const note = status.fleet === null ? null : "the hub was not informed";
      status = NONE;
      return note;
    },
    status: () => status,
  });
};

describe("belonging to a fleet", () => {
  it("begins with the token of an invitation, on record with the fleet and without the token", async () => {
    const asked: unknown[] = [];
    const handlers = membership(NONE, asked);
    const params = { token: "ph1_secret", name: "a-node" };
    expect((await stage.call("pilothouse.join", params, handlers)).result).toEqual(MEMBER);
    expect(asked).toEqual([["ph1_secret", "a-node"]]);
    expect((await stage.call("pilothouse.membership", {}, handlers)).result).toEqual(MEMBER);
    const details = [{ name: "fleet", old: null, new: "OBHPGWXD" }];
    expect(await stage.recorded()).toEqual([{ action: "join a fleet", outcome: "ok", details }]);
  });

  it("that could not begin is on record with why", async () => {
    const refusing = membershipHandlers({
      open: () => {},
      join: () => Promise.reject(new RpcError("refused", "the invitation has expired")),
      leave: async () => null,
      status: () => NONE,
    });
    const { error } = await stage.call("pilothouse.join", { token: "ph1_x" }, refusing);
    expect(error).toEqual({ code: -32000, message: "Request refused: the invitation has expired" });
    expect(await stage.recorded()).toEqual([{ action: "join a fleet", outcome: "refused", details: [] }]);
  });

  it("ends on record, and the answer says whether there was one", async () => {
    const handlers = membership(MEMBER);
    const leave = async () => (await stage.call("pilothouse.leave", {}, handlers)).result;
    expect(await leave()).toEqual({ Left: true, note: "the hub was not informed" });
    const details = [{ name: "fleet", old: "OBHPGWXD", new: null }];
    expect(await stage.recorded()).toEqual([{ action: "leave the fleet", outcome: "ok", details }]);
    expect((await stage.call("pilothouse.membership", {}, handlers)).result).toEqual(NONE);
    expect(await leave()).toEqual({ Left: false, note: null });
  });

  it("is refused by a service without the means for it", async () => {
    const handlers = membershipHandlers(undefined);
    for (const [method, params] of [
      ["pilothouse.join", { token: "ph1_x" }],
      ["pilothouse.leave", {}],
      ["pilothouse.membership", {}],
    ] as const)
      expect((await stage.call(method, params, handlers)).error).toEqual({
        code: -32000,
        message: "Request refused: this service cannot belong to a fleet",
      });
    expect(await stage.recorded()).toEqual([
      { action: "leave the fleet", outcome: "refused", details: [] },
      { action: "join a fleet", outcome: "refused", details: [] },
    ]);
  });
});
