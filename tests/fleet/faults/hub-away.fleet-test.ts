import { systemClock } from "@pilothouse/drivers/port";
import { openHub, openHubBus, openState } from "@pilothouse/fleet";
import { loadSettings, ServiceSettings, Store, silentLog } from "@pilothouse/server";
import { makeTable } from "@pilothouse/server/settings";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { testServer } from "../../../packages/fleet/src/broker/testing/nats-server.js";
import { Node, until } from "../support/fleet.js";

const HOUR = 3_600_000;
const IN = "svc.router.net.bw.in";
const OUT = "svc.router.net.bw.out";

/** A shared clock that the test can move. */
let ahead = 0;
const clock = { now: () => systemClock.now() + ahead };

/** A hub with its real bus on a fixed port. */
async function startHub(dir: string, port: number) {
  const store = Store.open(dir);
  const { settings } = loadSettings({ env: { HOME: dir }, flags: { data_dir: dir } });
  const core = await openHub(
    {
      ...{ store, settings: () => settings, clock, log: silentLog, version: "1.2.3" },
      ...{
        serviceSettings: new ServiceSettings(makeTable([]), { settings }, () => {}),
        passwdCommand: "",
        onSettings: () => {},
        files: () => [],
      },
    },
    {
      bus: { bus: "embedded", host: "127.0.0.1", port, addresses: [], program: testServer(), shared: false },
      openState,
      openBus: openHubBus,
    },
  );
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    await core.close();
    await store.close();
  };
  onTestFinished(close);
  const ask = async (method: string, params: object = {}) => {
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answered = await core.answer(text, { address: "local", access: "operator" });
    return JSON.parse(answered.text).result;
  };
  const entry = async (name: string) => {
    const { columns } = await ask("fleet.nodes", { columns: ["name", "state", "settings"] });
    const at = columns.name.indexOf(name);
    return { state: columns.state[at] as string, settings: columns.settings[at] as string | null };
  };
  return { core, close, ask, entry };
}

it("While the hub is away for an hour, nodes keep running; then it catches up on their reports, and runs only the queued calls that have not expired", async () => {
  const dir = scratch();
  let hub = await startHub(dir, 0);
  const [attic, barnDir] = [await Node.start({ clock }), scratch()];
  let barn = await Node.start({ clock, dir: barnDir });
  for (const [name, node] of Object.entries({ attic, barn })) {
    const { token } = await hub.ask("fleet.invite");
    expect((await node.join(token, name)).result).toMatchObject({ state: "connected" });
  }
  await until("both report", async () =>
    (await Promise.all(["attic", "barn"].map(hub.entry))).every(({ settings }) => Boolean(settings)),
  );
  const before = await hub.entry("attic");

  await barn.close();
  await until("one is offline", async () => {
    hub.core.inventory.cleanUp();
    ahead += 5_000;
    return (await hub.entry("barn")).state === "offline";
  });
  const queue = (params: object, lifetime: number) =>
    hub.ask("fleet.queue", { node: "barn", method: "NetworkSetting", params, lifetime });
  await queue({ [IN]: "111" }, HOUR / 2);
  await queue({ [OUT]: "222" }, 24 * HOUR);
  const port = Number(new URL(hub.core.bus.addresses[0] ?? "").port);
  await hub.close();

  ahead += HOUR;
  barn = await Node.start({ clock, dir: barnDir });
  await until("the node knows", () => attic.fleet.status().state === "disconnected");
  for (const node of [attic, barn])
    expect(await node.ask("NetworkSetting", { [IN]: "77" })).toMatchObject({
      result: { SettingsSaved: true },
    });
  expect((await attic.ask("pilothouse.status")).result).toMatchObject({ starts: 1 });

  hub = await startHub(dir, port);
  await until("what changed meanwhile is known", async () => {
    const { state, settings } = await hub.entry("attic");
    return state === "online" && settings !== before.settings;
  });
  await until("the queue is done with", async () =>
    (await hub.ask("fleet.queue")).queue.every(({ state }: { state: string }) => state !== "waiting"),
  );
  expect((await hub.ask("fleet.queue")).queue).toMatchObject([{ state: "expired" }, { state: "done" }]);
  expect((await barn.ask("NetworkSetting", { [IN]: null, [OUT]: null })).result).toMatchObject({
    [IN]: "77",
    [OUT]: "222",
  });
});
