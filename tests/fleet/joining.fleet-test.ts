import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { Hub, Node, until } from "./support/fleet.js";

const HOUR = 3_600_000;
const refusal = (answer: { error?: { message: string } }) => answer.error?.message;

describe("Joining", () => {
  it("needs one token, and the node is online at once and answers", async () => {
    const hub = await Hub.start();
    const node = await Node.start();
    const token = await hub.invite({ labels: { site: "ams" } });
    expect(token).toMatch(/^ph1_[\w-]{300,500}$/);
    const { result } = await node.join(token, "router-1");
    expect(result).toMatchObject({ state: "connected", name: "router-1", fleet: hub.bus.fleet, note: null });
    expect(await hub.record(node.key)).toMatchObject({ name: "router-1", labels: { site: "ams" } });
    await until("the node has reported", () => hub.reports.has(node.key));
    expect(hub.reports.get(node.key)?.[0]).toMatchObject({
      ...{ service: "1.2.3", router: "simulator", simulated: true, allow: "all" },
      ...{ settings: expect.stringMatching(/^.{10,}$/), applied: null, drifted: false },
    });
    expect(await hub.call(node.key, "Echo", { Echo: "hello" })).toMatchObject({
      result: { Result: "hello" },
    });
    const { entries } = (await node.ask("pilothouse.audit")).result;
    expect(entries.map(({ action }: { action: string }) => action)).toContain("join a fleet");
  });

  it("counts the uses of an invitation by nodes that have joined", async () => {
    const hub = await Hub.start();
    const nodes = await Promise.all([1, 2, 3].map(() => Node.start()));
    const token = await hub.invite({ uses: 2 });
    const [first, second, third] = nodes as [Node, Node, Node];
    // Both at once, with the same machine name: the fleet gives them different names.
    const joined = await Promise.all([first.join(token), second.join(token)]);
    const names = joined.map(({ result }) => result.name as string).sort();
    expect(names[1]).toBe(`${names[0]}-2`);
    expect(refusal(await third.join(token))).toBe(
      "Request refused: This invitation was used 2 times, as often as it allows; ask for a new one",
    );
    expect(third.fleet.status()).toMatchObject({ state: "none", key: null });
    // A node that has joined with it keeps its identity, and is told so.
    const { key } = first;
    expect((await first.join(token)).result).toMatchObject({
      ...{ state: "connected", key, name: joined[0]?.result.name },
      note: expect.stringContaining("It has joined with this invitation before"),
    });
    const [invitation] = await hub.bus.enrolment.invitations();
    expect([...(invitation?.used ?? [])].sort()).toEqual([first.key, second.key].sort());
  });

  it("lets one of two nodes use an invitation for one, and the other's login expires", async () => {
    const hub = await Hub.start();
    const nodes = await Promise.all([Node.start(), Node.start()]);
    const token = await hub.invite();
    const answers = await Promise.all(nodes.map((node) => node.join(token)));
    expect(answers.filter(({ result }) => result?.state === "connected")).toHaveLength(1);
    expect(answers.map(refusal).find(Boolean)).toMatch(
      /used by another node(, or revoked)?; ask for a new one$/,
    );
  });

  it("refuses an invitation that expired, was revoked, or is incomplete, and says so", async () => {
    let now = Date.now();
    const hub = await Hub.start({ clock: { now: () => now } });
    const node = await Node.start();
    const expired = await hub.invite({ lifetime: HOUR });
    now += HOUR + 1_000;
    expect(refusal(await node.join(expired))).toMatch(/This invitation expired at 20.*Z; ask for a new one$/);
    const { token, invitation } = await hub.bus.enrolment.invite({}, "test");
    await hub.bus.enrolment.revokeInvitation(invitation.id);
    expect(refusal(await node.join(token))).toMatch(/This invitation was revoked; ask for a new one$/);
    for (const damaged of [token.slice(0, -1), token.replace("ph1_", "ph2_"), "ph1_", `${token}A`, "x"])
      expect(await node.join(damaged)).toMatchObject({
        error: {
          code: -32602,
          message: "Invalid parameters: token is not an invitation to a fleet, or was not copied whole",
          data: { key: "token" },
        },
      });
    for (const name of ["No Name!", "0123-4567-89ab-cdef-0123-4567"])
      expect(await node.join(token, name)).toMatchObject({
        error: { code: -32602, data: { key: "name" } },
      });
    expect(node.fleet.status().state).toBe("none");
  });

  it("can be repeated with the same token after a failure at any step", async () => {
    const hub = await Hub.start();
    const node = await Node.start();
    const token = await hub.invite();
    // Each write of the state fails in turn, after the ones before it succeeded.
    const { state } = hub;
    const put = state.put.bind(state);
    let left = 0;
    state.put = (key, text, revision) =>
      left-- > 0 ? put(key, text, revision) : Promise.reject(new Error("the disk is full"));
    let failures = 0;
    for (let good = 0; ; good++) {
      left = good;
      const { result, error } = await node.join(token, "router-1");
      if (result !== undefined) break;
      failures++;
      expect(error.message).toMatch(/The hub could not do this now; its log says why/);
      expect(node.fleet.status().state).toBe("none");
    }
    expect(failures).toBeGreaterThan(1);
    state.put = put;
    expect(await hub.record(node.key)).toMatchObject({ name: "router-1" });
    expect(await hub.call(node.key, "Echo", { Echo: "x" })).toMatchObject({ result: { Result: "x" } });
  });

  it("makes a node wait until it is accepted by its fingerprint, also across a restart", async () => {
    const hub = await Hub.start();
    const dir = scratch();
    const before = await Node.start({ dir });
    const token = await hub.invite({ wait: true });
    const { result } = await before.join(token, "router-1");
    expect(result).toMatchObject({ state: "waiting", name: "router-1", fleet: hub.bus.fleet });
    await before.close();
    const node = await Node.start({ dir });
    expect(node.fleet.status()).toMatchObject({ state: "waiting", fingerprint: result.fingerprint });
    const [waiting] = await hub.bus.enrolment.waiting();
    expect(waiting).toMatchObject({ node: node.key, fingerprint: result.fingerprint });
    await expect(hub.call(node.key, "Echo", { Echo: "x" })).rejects.toThrow("no record of this node");
    const part = result.fingerprint.slice(0, -5);
    await expect(hub.bus.enrolment.accept(part)).rejects.toThrow("no node waits");
    expect(await hub.bus.enrolment.accept(result.fingerprint.toUpperCase())).toEqual({
      ...{ node: node.key, name: "router-1" },
    });
    await until("the node has joined", () => node.fleet.status().state === "connected");
    expect(await hub.call(node.key, "Echo", { Echo: "x" })).toMatchObject({ result: { Result: "x" } });
    expect(await hub.bus.enrolment.waiting()).toEqual([]);
  });

  it("tells a waiting node that it was refused", async () => {
    const hub = await Hub.start();
    const node = await Node.start();
    const { result } = await node.join(await hub.invite({ wait: true }), "router-1");
    await hub.bus.enrolment.refuse(result.fingerprint);
    await until("the node has heard it", () => node.fleet.status().state === "none");
    expect(node.fleet.status().note).toBe("The operators of the fleet have refused this node");
    // The name can be used again.
    const other = await Node.start();
    expect((await other.join(await hub.invite(), "router-1")).result.name).toBe("router-1");
  });

  it("gives a name to one node only, and refuses a second one early", async () => {
    const hub = await Hub.start();
    const [first, second] = await Promise.all([Node.start(), Node.start()]);
    const token = await hub.invite({ uses: 2 });
    await first.join(token, "router-1");
    expect(refusal(await second.join(token, "router-1"))).toMatch(/is called router-1; choose another name$/);
    expect((await second.join(token, "router-2")).result).toMatchObject({ name: "router-2" });
    await expect(hub.bus.enrolment.rename(second.key, "router-1")).rejects.toThrow("is called router-1");
    await expect(hub.bus.enrolment.rename(second.key, "-")).rejects.toThrow("is not a name for a node");
    await hub.bus.enrolment.rename(first.key, "old");
    await hub.bus.enrolment.rename(second.key, "router-1");
    expect([await hub.record(first.key), await hub.record(second.key)]).toMatchObject([
      { name: "old" },
      { name: "router-1" },
    ]);
  });

  it("is refused by a node that belongs to another fleet", async () => {
    const [hub, other] = await Promise.all([Hub.start(), Hub.start()]);
    const node = await Node.start();
    await node.join(await hub.invite());
    expect(refusal(await node.join(await other.invite()))).toBe(
      "Request refused: this node belongs to another fleet; leave that first",
    );
  });
});
