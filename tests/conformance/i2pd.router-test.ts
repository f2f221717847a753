import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { start, temporary } from "../../packages/conformance/src/testing/process.js";
import { placeCertificate } from "../../packages/drivers/src/i2pd/config/certificate.js";
import { testBinary } from "../../packages/drivers/src/i2pd/testnet/isolation.js";

const PORT = 17_650;
const PASSWORD = "a password for i2pd";
const CONF = `netid = 99
nat = false
ipv6 = false
host = 198.18.9.1
address4 = 198.18.9.1
port = 12009
bandwidth = 2048
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
verify = false
urls =
yggurls =
threshold = 0
[i2pcontrol]
enabled = true
address = 127.0.0.1
port = ${PORT}
password = ${PASSWORD}
`;

/** i2pd by itself, with its own control service. */
async function started(): Promise<string> {
  const dir = temporary();
  const [data, conf] = [join(dir, "data"), join(dir, "i2pd.conf")];
  mkdirSync(data);
  await placeCertificate(data);
  writeFileSync(conf, CONF);
  const child = spawn(testBinary(), [`--datadir=${data}`, `--conf=${conf}`], { stdio: "ignore" });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const speaks = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host: "127.0.0.1", port: PORT, rejectUnauthorized: false }, () =>
        resolve(true),
      );
      socket.on("error", () => resolve(false)).on("secureConnect", () => socket.destroy());
    });
  await expect.poll(speaks).toBe(true);
  return `https://127.0.0.1:${PORT}/`;
}

describe("The conformance kit and i2pd's own control service", () => {
  it("differ where i2pd differs from the specification, and what i2pd does not have is no failure", async () => {
    const url = await started();
    const profiles = ["--profile", "envelope,auth,info,rates,settings,advanced"];
    const { code, report } = await start([url, ...profiles], { I2PCONTROL_PASSWORD: PASSWORD }).ended;
    const outcomes = new Map(report().checks.map(({ id, outcome }) => [id, outcome]));
    const of = (prefix: string) =>
      new Set([...outcomes].filter(([id]) => id.startsWith(prefix)).map(([, one]) => one));
    expect(code).toBe(1);
    expect(report().target).toMatchObject({ names: "i2p", server: expect.stringMatching(/^\d+\.\d+/) });
    expect(outcomes.get("auth.login")).toBe("pass");
    expect(outcomes.get("info.uptime.milliseconds")).toBe("pass");
    // Every version of i2pd that Debian has had prints string ids without quotes.
    expect(outcomes.get("envelope.id.string")).toBe("fail");
    expect(outcomes.get("envelope.id.number")).toBe("pass");
    expect(of("rates.")).toEqual(new Set(["unsupported"]));
    expect(of("advanced.")).toEqual(new Set(["unsupported"]));
    expect(outcomes.get("settings.write.bw.in")).toBe("pass");
    expect(outcomes.get("settings.write.upnp")).toBe("unsupported");
    expect(report().leftovers).toEqual([]);
  });
});
