import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@pilothouse/drivers/port";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { JavaDouble } from "../../../packages/drivers/src/upstream/testing/java/double.js";
import { ENDS_WITHIN_MS, serve } from "../../blackbox/process.js";
import { FACTORY, logIn, PASSWORD, type Reply, rpc, send } from "../../blackbox/wire.js";
import { beside } from "../../support/beside.js";
import { report } from "../figures.js";
import { LONG } from "../long.js";
import { MIB, memoryOf, settled } from "./memory.js";

/** A router behind a server that accepts every request and answers none, for as long as a person would wait. */

const HANGS_MS = LONG ? 60_000 : 12_000;
const MAY_GROW = 64 * MIB;
/** The driver opens no more connections than this to the router, for all callers together. */
const MOST_CONNECTIONS = 8;
const WAITING = 100;

async function start() {
  const router = new JavaDouble({ clock: systemClock, password: FACTORY });
  await router.open();
  atTheEnd(() => router.close());
  const dir = scratch();
  const secret = (name: string, text: string) => {
    writeFileSync(join(dir, name), text, { mode: 0o600 });
    return join(dir, name);
  };
  const args = ["--router", "upstream", "--upstream-url", router.url, "--metrics-enabled", "true"];
  const files = [
    ...["--upstream-password-file", secret("upstream", FACTORY)],
    ...["--auth-password-file", secret("own", PASSWORD)],
  ];
  const served = await serve(scratch(), { args: [...args, ...files] });
  const Token = String((await logIn(served.https, PASSWORD)).result["Token"]);
  return { router, served, Token };
}

it(
  "A router that hangs affects nothing else, and all is as before once it answers",
  async () => {
    const { router, served, Token } = await start();
    const { pid } = served.child;
    const call = (method: string, params: object) => rpc(served.https, method, { Token, ...params });
    const info = () => call("RouterInfo", { "svc.router.uptime": "", "svc.router.status": "" });
    const status = async () => String((await info()).result["svc.router.status"]);
    const settings = {
      read: () => call("NetworkSetting", { "svc.router.net.bw.in": null }),
      write: (value: string) => call("AdvancedSettings", { set: { "attack.hung": value } }),
    };
    expect(await status()).not.toContain("Unreachable");
    expect((await settings.read()).code).toBeUndefined();
    for (let n = 0; n < 200; n++) await info();
    const before = memoryOf(pid);

    router.faults.hangs = true;
    const end = Date.now() + HANGS_MS;
    const longest = new Map<string, number>();
    const counts = new Map<string, number>();
    const askOn = async (what: string, ask: () => Promise<Reply>) => {
      while (Date.now() < end) {
        const began = Date.now();
        const { status, code } = await ask();
        expect([what, status, code]).toEqual([what, 200, undefined]);
        longest.set(what, Math.max(longest.get(what) ?? 0, Date.now() - began));
        counts.set(what, (counts.get(what) ?? 0) + 1);
        await sleep(20);
      }
    };
    // These need the router itself. They get an error in time.
    const waiting = beside(
      Promise.all(
        Array.from({ length: WAITING }, (_, n) =>
          n % 2 === 0 ? settings.read() : settings.write(String(n)),
        ),
      ),
    );
    await Promise.all([
      ...Array.from({ length: 4 }, () => askOn("RouterInfo", info)),
      askOn("login", () => logIn(served.https, PASSWORD)),
      askOn("echo", () => call("Echo", { Echo: "x" })),
      askOn("status", () => call("pilothouse.status", {})),
      askOn("sessions", () => call("pilothouse.audit", { limit: 1 })),
      askOn("rate", () => call("GetRate", { Stat: "bw.sendRate", Period: 60_000 })),
      askOn("metrics", () =>
        send(served.https, "", {
          method: "GET",
          path: "/metrics",
          headers: { Authorization: `Bearer ${Token}` },
        }),
      ),
      askOn("console", () => send(served.https, "", { method: "GET", path: "/console/" })),
    ]);
    expect(await status()).toContain("Unreachable");
    for (const [what, ms] of longest) expect([what, ms < 10_000]).toEqual([what, true]);
    const reply = await waiting;
    expect(reply.map(({ code }) => code).filter((code) => code !== -32603)).toEqual([]);
    expect(router.heldMost).toBeLessThanOrEqual(MOST_CONNECTIONS);
    const after = await settled(pid, before + MAY_GROW, info);
    expect(after - before).toBeLessThan(MAY_GROW);

    router.faults.hangs = false;
    while ((await status()).includes("Unreachable")) await sleep(100);
    while ((await settings.write("after")).code !== undefined) await sleep(100);
    expect(router.onDisk.get("attack.hung")).toBe("after");
    report("a router that hangs", {
      ...{ seconds: HANGS_MS / 1_000, "most connections to it": router.heldMost },
      ...{ "answers of RouterInfo": counts.get("RouterInfo") ?? 0 },
      ...{ "longest, ms": longest.get("RouterInfo") ?? 0, "longest login, ms": longest.get("login") ?? 0 },
      ...{ "MiB before": Math.round(before / MIB), "MiB after": Math.round(after / MIB) },
    });
  },
  HANGS_MS + 120_000,
);

it("A router that hangs does not keep the service from ending", async () => {
  const { router, served, Token } = await start();
  router.faults.hangs = true;
  const read = () => rpc(served.https, "NetworkSetting", { Token, "svc.router.net.bw.in": null });
  const waiting = Array.from({ length: WAITING }, () => read().catch(() => undefined));
  // An action is refused when the router does not answer; until then it waits as well.
  waiting.push(rpc(served.https, "RouterManager", { Token, Restart: "" }).catch(() => undefined));
  await expect.poll(() => router.heldMost).toBe(MOST_CONNECTIONS);
  const began = Date.now();
  const { code } = await served.kill("SIGTERM");
  expect([code, Date.now() - began < ENDS_WITHIN_MS]).toEqual([0, true]);
  await Promise.all(waiting);
});
