import type { Grant } from "@pilothouse/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Command } from "../../bus/hub-bus.js";
import type { FleetState } from "../../state/state.js";
import { HubStage } from "../testing/stage.js";

const ANNA = "the password of anna";
const HOUR = 3_600_000;
/** The nodes: one for each way to order something for later. */
const NODES = ["queued", "rolled", "paused", "draining"] as const;
const idOf = (name: string): string => `U${name.toUpperCase()}`;

let stage: HubStage;
/** The token of a session that ends by itself. */
let out = "";
beforeEach(async () => {
  stage = await HubStage.open();
  await join();
});
afterEach(() => stage.close());

/** Nodes that belong to the fleet; only `draining` can be called. */
async function join(labels = { site: "ams" }, online: readonly string[] = ["draining"]): Promise<void> {
  for (const name of NODES)
    await stage.bus.join(idOf(name), { name, labels }, online.includes(name) ? answer : undefined);
}

function answer({ text }: Command): string {
  const { id, method } = JSON.parse(text) as { readonly id: unknown; readonly method: string };
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    result: method === "pilothouse.cancel" ? { Cancelled: true } : {},
  });
}

const call = async (method: string, params: object = {}, token?: string, path = "/") => {
  const { result, error } = await stage.call(
    method,
    params,
    token === undefined ? { path } : { path, token },
  );
  if (result === undefined) throw new Error(error?.message);
  return result;
};

const tokenOf = async (name: string, lifetime = 48 * HOUR, by?: string): Promise<string> =>
  String((await call("pilothouse.createToken", { name, scope: "settings", lifetime }, by))["Token"]);
const anna = async (role = "operator", labels = { site: "ams" }) => {
  await call("fleet.operators", { name: "anna", password: ANNA, role, labels });
  return stage.login(ANNA, "anna");
};
const account = (change: object) => call("fleet.operators", { name: "anna", ...change });

/** Orders something in every way that there is. */
async function order(token: string): Promise<void> {
  const RouterManager = { method: "RouterManager", params: { RestartGraceful: null } };
  await call("fleet.queue", { node: "queued", lifetime: 30 * 24 * HOUR, ...RouterManager }, token);
  // They wait for their nodes, however often the hub looks meanwhile.
  const restart = { kind: "restart", lineExpiry: 30 * 24 * HOUR };
  await call("fleet.rollout", { ...restart, nodes: ["rolled"] }, token);
  const { rollout } = await call("fleet.rollout", { ...restart, nodes: ["paused"] }, token);
  await call("fleet.rollouts", { id: (rollout as { readonly id: string }).id, pause: true }, token);
  await call(RouterManager.method, RouterManager.params, token, "/nodes/draining/");
}

/** All nodes are online now, and the hub looks at everything that waits. */
async function comesBack(labels?: { readonly site: string }): Promise<void> {
  await join(labels, NODES);
  for (const name of NODES) stage.bus.report(idOf(name), { at: stage.time });
  for (let round = 0; round < 3; round++) {
    await stage.core.queue.cleanUp();
    await stage.core.waits.cleanUp();
    await stage.core.rollouts.tick();
  }
}

/** The methods that nodes were called with, over this bus. */
const sent = (bus = stage.bus) => bus.commands.map(({ node, text }) => `${node} ${JSON.parse(text).method}`);

async function outcomes() {
  const { queue } = await call("fleet.queue");
  const { rollouts } = await call("fleet.rollouts");
  return {
    queue: (queue as { state: string; outcome: string }[]).map(
      ({ state, outcome }) => `${state}: ${outcome}`,
    ),
    rollouts: (rollouts as { status: string; why: string }[]).map(({ status, why }) => `${status}: ${why}`),
  };
}

/** Who orders, what ends the authority, and the reason that people see. */
const ENDS: readonly {
  readonly title: string;
  readonly by: () => Promise<string>;
  readonly end: () => Promise<unknown>;
  readonly why: string;
}[] = [
  {
    title: "the token was revoked",
    by: () => tokenOf("ci"),
    end: () => call("pilothouse.tokens", { revoke: "ci" }),
    why: "the token ci was revoked or has expired",
  },
  {
    title: "the token has expired",
    by: () => tokenOf("ci", 60_000),
    end: async () => {
      stage.time += 60_000;
    },
    why: "the token ci has expired",
  },
  {
    title: "the account was demoted",
    by: () => anna(),
    end: () => account({ role: "viewer" }),
    why: "the account anna was changed since it was ordered",
  },
  {
    title: "the account was removed",
    by: () => anna(),
    end: () => account({ remove: true }),
    why: "the account anna was removed",
  },
  {
    title: "the account was limited to other nodes",
    by: () => anna(),
    end: () => account({ labels: { site: "fra" } }),
    why: "the account anna was changed since it was ordered",
  },
  {
    title: "the password of the account was changed",
    by: () => anna(),
    end: () => account({ password: "another password of anna" }),
    why: "the account anna was changed since it was ordered",
  },
  {
    title: "the account that made the token was demoted",
    by: async () => tokenOf("ci", HOUR, await anna("admin", {} as never)),
    end: () => account({ role: "operator" }),
    why: "the account anna was changed since it was ordered",
  },
  {
    title: "the hub's password was changed",
    by: () => stage.login(),
    end: () => call("pilothouse.password", { password: "another password of the hub" }),
    why: "the session of admin that ordered it was revoked",
  },
  {
    title: "the hub's password was changed after a logout",
    by: async () => {
      out = await stage.login();
      return out;
    },
    end: async () => {
      await call("pilothouse.logout", {}, out);
      await call("pilothouse.password", { password: "another password of the hub" });
    },
    why: "the password was changed since it was ordered",
  },
  {
    title: "somebody ended the session",
    by: () => stage.login(),
    end: async () => {
      const { sessions } = await call("pilothouse.sessions");
      await call("pilothouse.sessions", { revoke: (sessions as { id: string }[])[0]?.id });
    },
    why: "the session of admin that ordered it was revoked",
  },
];

const refusals = async () => {
  const { entries } = await call("pilothouse.audit");
  return (entries as { code: string; data: { order: string; why: string } }[])
    .flatMap(({ code, data }) => (code === "order refused" ? [`${data.order}: ${data.why}`] : []))
    .sort();
};

async function isRefused({ by, end, why }: (typeof ENDS)[number], restarts: boolean): Promise<void> {
  await order(await by());
  const { bus } = stage;
  await end();
  if (restarts) await stage.restart();
  await comesBack();
  expect(await outcomes()).toEqual({
    queue: [`failed: ${why}`],
    rollouts: [`ended: ${why}`, `ended: ${why}`],
  });
  // A restart of the hub makes another bus for the test. On a slow machine the first hub cancels it before, and the
  // next one again if the first was ended before it had noted that: to cancel the same order twice does no harm.
  const all = bus === stage.bus ? sent() : [...new Set([...sent(bus), ...sent()])];
  expect(all.filter((one) => one !== "UDRAINING RouterManager")).toEqual(["UDRAINING pilothouse.cancel"]);
  const orders = ["RestartGraceful", "RouterManager", "roll-out (restart)", "roll-out (restart)"];
  expect(await refusals()).toEqual(orders.map((what) => `${what}: ${why}`));
}

describe("what was ordered for later", () => {
  it.each(ENDS)("is refused, shown and recorded, also by a hub that was restarted, when $title", (row) =>
    isRefused(row, true),
  );

  it.each(ENDS.slice(0, 2))("is refused by a hub that was not restarted when $title", (row) =>
    isRefused(row, false),
  );

  it.each([
    [
      "the page was closed",
      async () => {
        await call("pilothouse.logout", { after: 30 }, out);
        stage.time += 31_000;
        await stage.core.auth.tokens.cleanUp();
      },
    ],
    ["the person logged out", () => call("pilothouse.logout", {}, out)],
    [
      "the session has expired",
      async () => {
        stage.time += 10 * 24 * HOUR;
        await stage.core.auth.tokens.cleanUp();
      },
    ],
  ])("by a person is done, also when %s", async (_title, end) => {
    out = await stage.login();
    await order(out);
    await end();
    expect(stage.core.auth.tokens.sessions()).toEqual([]);
    await stage.restart();
    await comesBack();
    expect(sent()).toEqual(expect.arrayContaining(["UQUEUED RouterManager", "UROLLED RouterManager"]));
    expect(sent()).not.toContain("UDRAINING pilothouse.cancel");
    expect(await refusals()).toEqual([]);
  });

  it("by a program is done when the password is changed and its token is kept", async () => {
    await order(await tokenOf("ci"));
    await call("pilothouse.password", { password: "another password of the hub", keepTokens: true });
    await comesBack();
    expect(sent()).toEqual(expect.arrayContaining(["UQUEUED RouterManager", "UROLLED RouterManager"]));
  });

  it("is refused for a node that the account may no longer manage", async () => {
    await order(await anna());
    await comesBack({ site: "fra" });
    const why = "the node is no longer one of those that the account anna may manage";
    expect((await outcomes()).queue).toEqual([`failed: ${why}`]);
    expect(sent()).toEqual(["UDRAINING RouterManager", "UDRAINING pilothouse.cancel"]);
    const { rollouts } = await call("fleet.rollouts");
    const rolled = (rollouts as { id: string; status: string }[]).find(({ status }) => status === "done");
    expect((await call("fleet.rollouts", { id: rolled?.id }))["nodes"]).toMatchObject([
      { name: "rolled", outcome: "skipped", reason: why },
    ]);
  });

  it("stops between two nodes, and finishes the one that is under way", async () => {
    await join(undefined, NODES);
    const report = (starts: number) => {
      for (const name of NODES)
        stage.bus.report(idOf(name), { at: stage.time, starts: name === "draining" ? starts : 1 });
    };
    report(1);
    await call("fleet.rollout", { kind: "restart" }, await tokenOf("ci"));
    await stage.core.rollouts.tick();
    await stage.core.rollouts.tick();
    await call("pilothouse.tokens", { revoke: "ci" });
    await stage.core.rollouts.tick();
    const why = "the token ci was revoked or has expired";
    expect((await outcomes()).rollouts).toEqual([`stopping: ${why}`]);
    for (let second = 0; second < 10; second++) {
      stage.time += 1_000;
      report(2);
      await stage.core.rollouts.tick();
    }
    expect((await call("fleet.rollouts"))["rollouts"]).toMatchObject([
      { status: "ended", why, done: 1, waiting: 3, failed: 0 },
    ]);
    expect(sent()).toEqual(["UDRAINING RouterManager"]);
  });

  it("belongs to the one who resumed it", async () => {
    const [mine, hers] = [await tokenOf("ci"), await anna()];
    // It waits for its node, however often the hub looks meanwhile.
    const waiting = { kind: "restart", nodes: ["rolled"], lineExpiry: 30 * 24 * HOUR };
    const { rollout } = await call("fleet.rollout", waiting, mine);
    const { id } = rollout as { readonly id: string };
    await call("fleet.rollouts", { id, pause: true }, mine);
    await call("fleet.rollouts", { id, resume: true }, hers);
    await call("pilothouse.tokens", { revoke: "ci" });
    await stage.core.rollouts.tick();
    expect((await outcomes()).rollouts).toEqual(["running: null"]);
    await account({ role: "viewer" });
    await stage.core.rollouts.tick();
    expect((await outcomes()).rollouts).toEqual([
      expect.stringMatching(/^(stopping|ended): the account anna was changed since it was ordered$/),
    ]);
  });

  it("cannot be resumed with a scope that could not have started it", async () => {
    const template = "[[group]]\nnodes = ['rolled']\nnetwork.upnp = false\n";
    const { rollout } = await call("fleet.rollout", { kind: "apply", template });
    const { id } = rollout as { readonly id: string };
    await call("fleet.rollouts", { id, pause: true });
    const { Token } = await call("pilothouse.createToken", { name: "x", scope: "operate" });
    await expect(call("fleet.rollouts", { id, resume: true }, String(Token))).rejects.toThrow("settings");
  });

  it("is refused when an earlier version kept it without saying who ordered it", async () => {
    await order(await tokenOf("ci"));
    await stage.restart(async (state) => {
      for (const prefix of ["queue/", "rollout/"])
        for (const [key, { text, revision }] of await state.list(prefix)) {
          const { grant: _, ...old } = JSON.parse(text) as { readonly grant: unknown };
          await state.put(key, JSON.stringify(old), revision);
        }
    });
    await comesBack();
    const why = "it was ordered before an update of the hub, which does not know by whom";
    expect(await outcomes()).toEqual({
      queue: [`failed: ${why}`],
      rollouts: [`ended: ${why}`, `ended: ${why}`],
    });
    expect(sent()).toEqual([]);
  });

  it("with the session of another hub, is judged by the account, which all hubs know", async () => {
    await order(await anna());
    const otherHub = async (state: FleetState) => {
      for (const prefix of ["queue/", "rollout/", "graceful/"])
        for (const [key, { text, revision }] of await state.list(prefix)) {
          const { grant, ...rest } = JSON.parse(text) as { readonly grant: Grant };
          await state.put(
            key,
            JSON.stringify({ ...rest, grant: { ...grant, id: "unknown", hub: "b" } }),
            revision,
          );
        }
    };
    await stage.restart(otherHub);
    await stage.core.queue.cleanUp();
    await stage.core.rollouts.tick();
    expect((await outcomes()).queue).toEqual(["waiting: null"]);
    await account({ role: "viewer" });
    await comesBack();
    const why = "the account anna was changed since it was ordered";
    expect(await outcomes()).toEqual({
      queue: [`failed: ${why}`],
      rollouts: [`ended: ${why}`, `ended: ${why}`],
    });
    expect(sent()).toEqual(["UDRAINING pilothouse.cancel"]);
  });
});
