// A service that nobody asks and that runs a real i2pd, within its network; writes what it takes into the file that it
// is given.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fromTests } from "../../scripts/doubles/doubles.mjs";
import { cpuOf, freshDirectory, memoryOf, startService } from "../support/processes.mjs";

const { testBinary } = await fromTests("drivers/i2pd/testnet/isolation");

/** Afterwards, what the start has compiled and left behind is gone, and V8's pace is found (`idle-memory.ts`). */
const SETTLED_MS = 10 * 60_000;
const IDLE_MS = 5 * 60_000;
const CONF = `netid = 99
host = 198.18.1.1
address4 = 198.18.1.1
port = 20001
[http]
enabled = false
[addressbook]
enabled = false
[reseed]
# Nothing is fetched from anywhere.
verify = false
urls =
yggurls =
threshold = 0
`;

const dataDir = freshDirectory();
const routerDir = join(dataDir, "i2pd");
mkdirSync(routerDir, { mode: 0o700 });
writeFileSync(join(routerDir, "i2pd.conf"), CONF, { mode: 0o600 });
const service = await startService(["--router", "i2pd", "--i2pd-binary", testBinary()], dataDir);
await sleep(SETTLED_MS);
const before = cpuOf(service.pid);
await sleep(IDLE_MS);
writeFileSync(
  process.argv[2],
  JSON.stringify({ memory: memoryOf(service.pid), cpu: cpuOf(service.pid) - before, ms: IDLE_MS }),
);
// The router goes on; it is ended with its network.
await service.stop({ keep: true });
rmSync(dataDir, { recursive: true, force: true });
