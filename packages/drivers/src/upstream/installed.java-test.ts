import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll } from "vitest";
import { systemClock } from "../port.js";
import { ADDRESS_BOOK_CASES } from "../testing/contract/address-book-cases.js";
import { TUNNEL_CASES } from "../testing/contract/tunnel-cases.js";
import { Upstream } from "./router.js";
import { memoryStorage } from "./testing/fixtures.js";
import { INSTALLED, InstalledJava } from "./testing/java/installed.js";
import { describeJava } from "./testing/java-contract.js";

const NO_TUNNELS = "a router that reaches nobody has no tunnels to wait for";

const installation = process.env["PILOTHOUSE_JAVA_I2P"];
if (installation === undefined) throw new Error("Run this with `npm run java-i2p -- DIR`");

/** A router that was started once, so that it has its keys and ports, is what each case begins with. */
let [work, first] = ["", ""];
beforeAll(async () => {
  work = scratch();
  first = join(work, "first");
  const java = new InstalledJava(installation, first);
  await java.start();
  await java.end();
});
async function makeHarness() {
  const home = await mkdtemp(join(work, "home-"));
  await cp(first, home, { recursive: true });
  const java = new InstalledJava(installation as string, home);
  await java.start();
  const storage = memoryStorage();
  const opened: Upstream[] = [];
  const reopen = () => {
    const router = new Upstream({ ...INSTALLED, clock: systemClock, storage, log: () => {} });
    opened.push(router);
    return router;
  };
  return {
    router: reopen(),
    reopen,
    clock: systemClock,
    async until(condition: () => Promise<boolean>, limitMs: number) {
      for (const end = Date.now() + limitMs; !(await condition()); ) {
        if (Date.now() > end) throw new Error(`Not so after ${limitMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },
    async dispose() {
      for (const router of opened) await router.close();
      await java.end();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

describeJava("Java I2P behind its webapp", makeHarness, {
  timeoutMs: 30 * 60_000,
  skips: {
    ...Object.fromEntries(
      [...Object.keys(TUNNEL_CASES), ...Object.keys(ADDRESS_BOOK_CASES)].map((title) => [
        title,
        "Java I2P 2.13 has neither TunnelManager nor AddressBook",
      ]),
    ),
    "peers that are active, fast or of high capacity are among the known ones": NO_TUNNELS,
    "after Shutdown the router is stopped, and its counts and rates are those of a stopped one": NO_TUNNELS,
    "RestartGraceful waits for the last tunnel, then restarts": NO_TUNNELS,
    "ShutdownGraceful takes no more tunnels, waits for the last, then stops": NO_TUNNELS,
    "the same graceful request again changes nothing": NO_TUNNELS,
    "Restart ends a graceful wait": NO_TUNNELS,
    "Shutdown ends a graceful wait": NO_TUNNELS,
    "the other graceful request replaces a graceful wait": NO_TUNNELS,
  },
});
