import { EVENT_KIND_NAMES } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handlersOf, Stage } from "../../rpc/testing/stage.js";
import { EventLog } from "./event-log.js";
import { record } from "./feature.js";

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const handlers = () =>
  handlersOf(record, {
    ...{ store: stage.store, clock: stage.clock, log: stage.log },
    logs: { read: (asked: object) => ({ asked }) },
  });

describe("the timeline", () => {
  it("lists events of the kinds that are asked for, with the id of the newest of all", async () => {
    const all = handlers();
    const events = new EventLog(stage.store, stage.clock, stage.log);
    await events.add("service.started");
    await events.add("service.stopped");
    const asked = { kinds: ["service.started"] };
    const { result } = await stage.call("pilothouse.events", asked, handlers());
    expect(result).toMatchObject({ events: [{ id: 1, kind: "service.started" }], newest: 2 });
    const { error } = await stage.call("pilothouse.events", { kinds: ["service.started", "party"] }, all);
    expect(error).toMatchObject({
      code: -32602,
      data: {
        key: "kinds",
        reason: `has "party", which is no kind of event; there are ${EVENT_KIND_NAMES.join(", ")}`,
      },
    });
  });
});
