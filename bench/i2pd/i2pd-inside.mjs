// The comparison with i2pd, within its network; writes the tables into the file that it is given.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { placeCertificate } from "../../packages/drivers/dist/i2pd/config/certificate.js";
import { fromTests } from "../../scripts/doubles/doubles.mjs";
import { call, infoParams, login, measure } from "../support/calls.mjs";
import { openConnection } from "../support/connection.mjs";
import { freshDirectory, startService } from "../support/processes.mjs";
import { micros } from "../support/table.mjs";
import { byTurns, median, ratio } from "../support/turns.mjs";

const { testBinary } = await fromTests("drivers/i2pd/testnet/isolation");

const ROUNDS = 5;
/** What i2pd leaves out, and spells otherwise, would only be cheaper for it. */
const UNKNOWN_TO_I2PD = /fastpeers|highcapacitypeers|isreseeding/;
const params = Object.fromEntries(
  Object.keys(infoParams)
    .filter((key) => !UNKNOWN_TO_I2PD.test(key))
    .map((key) => [key.replace("svc.", "i2p."), ""]),
);

const conf = (control) => `netid = 99
nat = false
ipv4 = true
ipv6 = false
host = 198.18.1.1
address4 = 198.18.1.1
port = ${control + 1_000}
[http]
enabled = false
[httpproxy]
enabled = false
[socksproxy]
enabled = false
[sam]
enabled = false
[addressbook]
enabled = false
[reseed]
# Nothing is fetched from anywhere.
verify = false
urls =
yggurls =
threshold = 0
[i2pcontrol]
enabled = true
address = 127.0.0.1
port = ${control}
`;

/** A router whose control service answers. It makes a certificate itself unless there is one. */
async function startI2pd(port, prepareData) {
  const dir = freshDirectory();
  await prepareData(dir);
  writeFileSync(join(dir, "i2pd.conf"), conf(port));
  const child = spawn(testBinary(), [`--datadir=${dir}`, `--conf=${join(dir, "i2pd.conf")}`, "--log=file"], {
    stdio: "ignore",
  });
  for (;;)
    try {
      (await openConnection({ port, secure: true })).close();
      break;
    } catch {
      if (child.exitCode !== null) throw new Error("i2pd ended by itself");
      await sleep(100);
    }
  const stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    rmSync(dir, { recursive: true });
  };
  // It reads no token, and prints invalid JSON when one comes before a key.
  return { pid: child.pid, port, secure: true, fresh: true, body: call("RouterInfo", params), stop };
}

const service = await startService();
const asFactory = await startI2pd(17_650, () => {});
const withEc = await startI2pd(17_651, placeCertificate);
const ours = { pid: service.pid, body: call("RouterInfo", { Token: await login(service), ...params }) };
const https = { ...ours, port: service.httpsPort, secure: true };

const CONTENDERS = {
  "i2pd, HTTPS, its own RSA certificate": asFactory,
  "i2pd, HTTPS, an EC certificate placed by hand": withEc,
  "ours, HTTPS, kept alive": https,
  "ours, HTTP, kept alive": { ...ours, port: service.httpPort },
  "ours, HTTPS, a connection for each request": { ...https, fresh: true },
};
const [rsa, ec] = Object.keys(CONTENDERS);
const bodies = {};
const results = await byTurns(
  ROUNDS + 1,
  Object.fromEntries(
    Object.entries(CONTENDERS).map(([name, target]) => [
      name,
      async () => {
        const { cpu, last } = await measure(target);
        bodies[name] = last;
        return cpu;
      },
    ]),
  ),
);
// The first round only warms up.
for (const rounds of Object.values(results)) rounds.shift();

const keysOf = (name) => Object.keys(JSON.parse(bodies[name]).result).toSorted().join();
for (const name of Object.keys(CONTENDERS))
  if (keysOf(name) !== Object.keys(params).toSorted().join())
    throw new Error(`${name} answered other keys than those asked: ${bodies[name]}`);

const times = (some, name) => {
  const { text, range } = ratio(results[some], results[name]);
  return `${text} (${range})`;
};
const [version] = spawnSync(testBinary(), ["--version"], { encoding: "utf8" }).stdout.split("\n");
writeFileSync(
  process.argv[2],
  JSON.stringify({
    [`${version}; ${Object.keys(params).length} keys; CPU of the server's process for a request`]:
      Object.keys(CONTENDERS).map((name) => ({
        "": name,
        CPU: micros(median(results[name])),
        "cheaper than i2pd as it comes": name === rsa ? "" : `${times(rsa, name)}`,
        "cheaper than i2pd with EC": name === rsa || name === ec ? "" : `${times(ec, name)}`,
      })),
  }),
);
await Promise.all([service.stop(), asFactory.stop(), withEc.stop()]);
