import { EVENT_KIND_NAMES } from "@pilothouse/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EventLog } from "../../events/event-log.js";
import type { Peer } from "../call.js";
import { Stage } from "../testing/stage.js";
import { recordHandlers } from "./record.js";

let stage: Stage;
let passphrases: unknown[];
beforeEach(async () => {
  stage = await Stage.open();
  passphrases = [];
});
afterEach(() => stage.close());

const handlers = () =>
  recordHandlers({
    events: new EventLog(stage.store, stage.clock, stage.log),
    logs: { read: (asked: object) => ({ asked }) } as never,
    backups: {
      handOver: async (passphrase?: string) => {
        passphrases.push(passphrase);
        return { file: "backup-0123456789ab", bytes: 7 };
      },
    } as never,
  });
const backup = (params: object, access?: Peer["access"]) =>
  stage.call("pilothouse.backup", params, handlers(), { address: "local", ...(access && { access }) });

describe("a backup", () => {
  it("is made for the operator, on record", async () => {
    const { result } = await backup({ passphrase: "a passphrase" }, "operator");
    expect(result).toEqual({ file: "backup-0123456789ab", bytes: 7 });
    expect(passphrases).toEqual(["a passphrase"]);
    expect(await stage.recorded()).toEqual([{ action: "backup", outcome: "ok", details: [] }]);
  });

  it("is refused to everyone else, with the command that makes one", async () => {
    for (const access of [undefined, "all"] as const)
      expect((await backup({}, access)).error).toEqual({
        code: -32000,
        message: "Request refused: a backup is made on the machine itself: pilothouse backup",
      });
    expect([passphrases, await stage.recorded()]).toEqual([[], []]);
  });
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
