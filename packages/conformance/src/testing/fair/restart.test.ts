import { expect, it, onTestFinished } from "vitest";
import { CHECKS } from "../../checks/index.js";
import type { Behaviour, Method } from "../../reference/behaviour.js";
import { METHODS } from "../../reference/methods.js";
import { RIGHT } from "../../reference/right.js";
import type { State } from "../../reference/state.js";
import { Runner } from "../../run/runner.js";
import { served } from "../command.js";
import { targetOf } from "../judging.js";

/** A router that does something when it is asked for an action, and may then be away for some requests. */
function router(action: string, then: (state: State) => number): Partial<Behaviour> {
  let away = 0;
  const RouterManager: Method = (params, state) => {
    const result = METHODS.RouterManager(params, state);
    if (action in params) setImmediate(() => (away = then(state)));
    return result;
  };
  return {
    methods: { ...METHODS, RouterManager },
    write: (response, wire, request, sent) => {
      if (away-- > 0) response.destroy();
      else RIGHT.write(response, wire, request, sent);
    },
  };
}

/** A new life, in which no token of the last one counts. */
const begin = (state: State) => {
  state.started = Date.now();
  state.tokens.clear();
};

async function outcomes(behaviour: Partial<Behaviour>, ids: readonly string[], begins = false) {
  const server = await served(behaviour);
  onTestFinished(() => server.stop());
  if (begins) begin(server.state);
  const checks = CHECKS.filter(({ id }) => ids.includes(id));
  const { results, noVerdict } = await new Runner(targetOf(server, { actionTimeout: 20_000 }), checks).run();
  expect(noVerdict).toBeUndefined();
  return results.map(({ id, outcome, reason }) => `${id} ${outcome}${reason ? `: ${reason}` : ""}`);
}

const RESTARTS = ["actions.restartgraceful", "actions.restart"];
const PASSED = RESTARTS.map((id) => `${id} pass`);

it("A restart counts when the router has just started, and when it takes no time", async () => {
  expect(await outcomes({}, ["actions.restart"], true)).toEqual(["actions.restart pass"]);
});

it("A restart counts after another that was asked for gracefully and came at once", async () => {
  const graceful = router("RestartGraceful", (state) => {
    begin(state);
    return 0;
  });
  expect(await outcomes(graceful, RESTARTS, true)).toEqual(PASSED);
});

it("A router that is away because of a graceful restart is waited for", async () => {
  const graceful = router("RestartGraceful", (state) => {
    begin(state);
    return 4;
  });
  expect(await outcomes(graceful, RESTARTS)).toEqual(PASSED);
});

it("An update may end with a restart", async () => {
  const update = router("Update", (state) => {
    begin(state);
    return 2;
  });
  expect(await outcomes(update, ["actions.update", "actions.restart"])).toEqual([
    "actions.update pass",
    "actions.restart pass",
  ]);
});

it("A router that has shut down when it was asked to gracefully is not blamed for it", async () => {
  const ids = ["actions.shutdowngraceful", "actions.shutdown"];
  expect(
    await outcomes(
      router("ShutdownGraceful", () => Number.POSITIVE_INFINITY),
      ids,
    ),
  ).toEqual([
    "actions.shutdowngraceful pass",
    "actions.shutdown skipped: the server has shut down, as actions.shutdowngraceful asked it to",
  ]);
});
