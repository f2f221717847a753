import { expect, it, onTestFinished } from "vitest";
import { NodeRefused } from "../../bus/hub-bus.js";
import { HubStage } from "../testing/stage.js";

it.each([
  [
    "answers with an error",
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error: not now"}}',
  ],
  ["does not take it", new NodeRefused("it expired")],
])(
  "A graceful wait belongs to whoever ordered it, and not to another order when the node %s",
  async (_title, said) => {
    const stage = await HubStage.open();
    onTestFinished(() => stage.close());
    const join = (answer: () => string) => stage.bus.join("UA", { name: "attic" }, answer);
    const token = async (name: string) =>
      String(
        (await stage.call("pilothouse.createToken", { name, scope: "operate", lifetime: 60_000 })).result?.[
          "Token"
        ],
      );
    const ask = async (action: string, by: string) =>
      stage.call("RouterManager", { [action]: null }, { path: "/nodes/attic/", token: await token(by) });
    await join(() => '{"jsonrpc":"2.0","id":1,"result":{"Cancelled":true}}');
    stage.bus.report("UA");
    expect(await ask("RestartGraceful", "first")).toHaveProperty("result");
    await join(() => {
      if (typeof said === "string") return said;
      throw said;
    });
    expect(await ask("ShutdownGraceful", "second")).toHaveProperty("error");
    await join(() => '{"jsonrpc":"2.0","id":1,"result":{"Cancelled":true}}');
    const { length } = stage.bus.commands;
    await stage.call("pilothouse.tokens", { revoke: "second" });
    await stage.core.waits.cleanUp();
    expect(stage.bus.commands).toHaveLength(length);
    await stage.call("pilothouse.tokens", { revoke: "first" });
    await stage.core.waits.cleanUp();
    const ordered = stage.bus.commands.find(({ text }) => text.includes("RestartGraceful"));
    expect(ordered?.order).toMatch(/./);
    expect(stage.bus.commands.at(-1)).toMatchObject({
      text: expect.stringContaining("pilothouse.cancel"),
      order: ordered?.order,
    });
  },
);
