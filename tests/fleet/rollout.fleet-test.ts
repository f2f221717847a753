import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateKeys, writeFeed } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { Person } from "../cli/command.js";
import { fastClock, Node, until, untilSaid } from "./support/fleet.js";
import { HubProcess } from "./support/hub-process.js";

async function start(...names: string[]): Promise<HubProcess> {
  const hub = await HubProcess.start();
  const nodes = await Promise.all(
    names.map(async (name) => [name, await Node.start({ routerClock: fastClock() })] as const),
  );
  await hub.addNodes(Object.fromEntries(nodes));
  return hub;
}

/** How often the router of each node was started. */
const startsOf = ({ nodes }: HubProcess): Promise<number[]> =>
  Promise.all(
    [...nodes.values()].map(async (node) => (await node.ask("pilothouse.status")).result.starts as number),
  );

const QUICK = ["--now", "--tunnel-share", "0", "--min-healthy", "0s"];

describe("A roll-out", () => {
  it("restarts each node once, even if the hub is killed in the middle", async () => {
    const fleet = await start("a", "b", "c");
    expect(await startsOf(fleet)).toEqual([1, 1, 1]);
    const waiting = fleet.command(
      "fleet",
      "restart",
      "--rolling",
      "--max-parallel",
      "1",
      "--wait",
      "--yes",
      ...QUICK,
    );
    await until("the first is out", async () => (await startsOf(fleet)).some((starts) => starts > 1));
    await fleet.process?.kill("SIGKILL");
    await fleet.startAgain();
    const { code, stdout, stderr } = await waiting;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ status: "done", total: 3, done: 3, failed: 0, failures: [] });
    expect(await startsOf(fleet)).toEqual([2, 2, 2]);
    expect(await fleet.json("fleet", "rollouts")).toMatchObject([
      { kind: "restart", status: "done", done: 3 },
    ]);
  });

  it("installs a signed update on each node that has one, and says why it left out the others", async () => {
    const { publicKey, privateKeyPem } = generateKeys();
    const dir = scratch();
    const [file, outDir] = [join(dir, "router.bin"), join(dir, "feed")];
    writeFileSync(file, "a new router");
    await writeFeed({ file, product: "simulator", version: "99.1.0", outDir, privateKeyPem });
    const flags = { "update.feed": outDir, "update.public_key": publicKey };
    const nodes = {
      a: await Node.start({ routerClock: fastClock(), flags }),
      b: await Node.start({ routerClock: fastClock(), flags }),
      c: await Node.start({ routerClock: fastClock() }),
    };
    const fleet = await HubProcess.start();
    await fleet.addNodes(nodes);
    const ended = await fleet.json("fleet", "update", "--wait", "--yes", ...QUICK);
    expect(ended).toMatchObject({ status: "done", total: 3, done: 2, failed: 0, skipped: 1 });
    expect(ended).toMatchObject({ leftOut: [{ name: "c", reason: "there is no update" }] });
    const VERSION = "svc.router.version";
    const versionOf = async (node: Node) => (await node.ask("RouterInfo", { [VERSION]: "" })).result[VERSION];
    expect(await Promise.all([nodes.a, nodes.b].map(versionOf))).toEqual(["99.1.0", "99.1.0"]);
    expect(await versionOf(nodes.c)).not.toBe("99.1.0");
    expect(await startsOf(fleet)).toEqual([2, 2, 1]);
    // Again: there is nothing newer.
    expect(await fleet.json("fleet", "update", "--wait", "--yes", ...QUICK)).toMatchObject({ skipped: 3 });
    expect(await startsOf(fleet)).toEqual([2, 2, 1]);
  });

  it("applies a fleet.toml, shows the differences before and the drift after", {
    timeout: 600_000,
  }, async () => {
    const fleet = await start("a", "b");
    const file = join(fleet.dir, "fleet.toml");
    writeFileSync(
      file,
      `[[group]]
labels = { site = "ams" }
network = { "bw.in" = 321 }
tunnels.web = { Type = "httpserver", TargetPort = 8080 }
[nodes.a]
labels = { site = "ams" }
`,
    );
    const preview = await fleet.command("fleet", "apply", file, "--dry-run");
    expect(preview.code).toBe(3);
    expect(JSON.parse(preview.stdout)).toMatchObject([
      {
        name: "a",
        differences: [
          { name: "label site", wanted: "ams", found: null },
          { name: "router.net.bw.in", wanted: "321" },
          { name: "tunnels.web.Type", wanted: "httpserver", found: null },
          { name: "tunnels.web.TargetPort", wanted: "8080", found: null },
        ],
      },
    ]);
    expect(await fleet.json("fleet", "apply", file, "--wait", "--yes")).toMatchObject({
      status: "done",
      done: 1,
    });
    const a = fleet.nodes.get("a");
    const KEY = "svc.router.net.bw.in";
    expect((await a?.ask("NetworkSetting", { [KEY]: null }))?.result).toMatchObject({ [KEY]: "321" });
    expect((await a?.ask("pilothouse.tunnels", {}))?.result).toMatchObject({
      tunnels: [{ name: "web", options: { TargetPort: "8080" } }],
    });
    await untilSaid(
      "the node has reported it",
      async () => (await fleet.command("fleet", "drift")).code === 0,
    );
    expect((await fleet.command("fleet", "apply", file, "--dry-run")).code).toBe(0);
    await a?.ask("NetworkSetting", { [KEY]: "7" });
    await untilSaid("it has drifted", async () => (await fleet.command("fleet", "drift")).code === 3);
    const { stdout, stderr } = await fleet.command("fleet", "drift");
    expect(stderr).toContain("Nodes that are not as the template wants them: 1 (changed on the node: 1)");
    expect(JSON.parse(stdout)).toMatchObject([
      { name: "a", drift: "changed", differences: [{ name: "router.net.bw.in", wanted: "321", found: "7" }] },
    ]);
    const { text } = (await fleet.json("fleet", "import")) as { text: string };
    expect(text).toContain('"bw.in" = "7"');
  });

  it("replaces no fleet.toml that somebody else applied while it asked, and says who did and when", async () => {
    const fleet = await start("a");
    const [mine, theirs] = ["mine.toml", "theirs.toml"].map((name) => join(fleet.dir, name));
    const text = (share: number) => `[[group]]\nnetwork = { "bw.share" = ${share} }\n`;
    writeFileSync(mine ?? "", text(70));
    writeFileSync(theirs ?? "", text(60));
    const at = ["--local", "--data-dir", fleet.dataDir];
    const terminal = new Person().terminal(["fleet", "apply", mine ?? "", ...at], { columns: 200 });
    await terminal.shows("Apply the settings to all nodes, 1 at a time?");
    await fleet.json("fleet", "apply", theirs ?? "", "--wait", "--yes");
    terminal.type("y");
    expect(await terminal.ended()).toBe(1);
    expect(terminal.text).toMatch(/local changed fleet\.toml at \d{4}-\d\d-\d\dT[\d:.]+Z/);
    expect(await fleet.json("fleet", "rollouts")).toHaveLength(1);
    // Asked again, it is replaced knowingly.
    const again = await fleet.command("fleet", "apply", mine ?? "", "--wait", "--yes");
    expect(again.code).toBe(0);
    const KEY = "svc.router.net.bw.share";
    expect((await fleet.nodes.get("a")?.ask("NetworkSetting", { [KEY]: null }))?.result).toMatchObject({
      [KEY]: "70",
    });
  });
});
