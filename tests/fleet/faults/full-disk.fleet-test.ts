import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fillUp, smallDisk } from "../../attacks/store/small-disk.js";
import { Node, until } from "../support/fleet.js";
import { HubProcess } from "../support/hub-process.js";

const KEY = "svc.router.net.bw.in";

it("A hub on a full disk says so, keeps acknowledged writes, and recovers when there is space; its nodes are not affected", {
  timeout: 600_000,
}, async ({ skip }) => {
  const disk = smallDisk();
  if (disk === undefined) return skip("this user may not mount a small file system");
  const hub = await HubProcess.start({ dataDir: join(disk, "hub") });
  const node = await Node.start();
  await hub.addNodes({ attic: node });
  const answered: { [name: string]: string } = {};
  const label = async (name: string) => {
    const { code, stderr } = await hub.command("fleet", "label", "attic", `${name}=1`);
    if (code === 0) answered[name] = "1";
    return { code, stderr };
  };
  const labels = async () =>
    ((await hub.json("fleet", "nodes")) as { state: string; labels: object }[]).map((one) => one);
  expect((await label("before")).code).toBe(0);

  const ballast = fillUp(disk);
  let refused = await label("n0");
  // The journal may have some space left.
  for (let n = 1; refused.code === 0; n++) refused = await label(`n${n}`);
  expect(refused.stderr).toMatch(/disk|space/);
  // What needs no disk space still works: the hub lists its nodes, and they answer.
  expect(await labels()).toMatchObject([{ state: "online", labels: answered }]);
  expect(await node.ask("NetworkSetting", { [KEY]: "77" })).toMatchObject({
    result: { SettingsSaved: true },
  });
  expect(node.fleet.status().state).toBe("connected");

  rmSync(ballast);
  await until("the hub writes again", async () => (await label("after")).code === 0);
  await hub.process?.kill("SIGKILL");
  await hub.startAgain();
  await until("the node is back", async () => (await labels()).every(({ state }) => state === "online"));
  expect(await labels()).toMatchObject([{ labels: answered }]);
  expect(Object.keys((await labels())[0]?.labels ?? {}).sort()).toEqual(Object.keys(answered).sort());
});
