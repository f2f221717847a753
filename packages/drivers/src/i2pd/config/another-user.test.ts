import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { beforeEach, describe, expect, it } from "vitest";

const SERVICE = 65_534;
const I2PD = 4_242;
/** The built one: it is run as another user, in a process of its own. */
const BUILT = new URL("../../../dist/i2pd/config/configuration.js", import.meta.url);

let dir: string;
let dataDir: string;
let config: string;
beforeEach(async () => {
  dir = scratch();
  await chmod(dir, 0o777);
  dataDir = join(dir, "data");
  config = join(dir, "i2pd.conf");
  await mkdir(dataDir);
  await writeFile(join(dataDir, "router.info"), "published");
  await writeFile(config, "share = 50\n");
  await chown(config, SERVICE, SERVICE);
  await chown(dataDir, I2PD, I2PD);
});
/** Does something with the configuration as the user of the service; resolves with its output or its failure. */
async function asService(expression: string): Promise<string> {
  // Loaded before the rights are given up: the user may not be allowed to read where it lies.
  const script = `
    import(${JSON.stringify(BUILT.href)})
      .then(({ Configuration }) => {
        process.setgroups([]);
        process.setgid(${SERVICE});
        process.setuid(${SERVICE});
        const log = (message) => process.stdout.write(message);
        const places = ${JSON.stringify({ mode: "attach", binary: "i2pd", dataDir, config, controlDir: dir })};
        const run = async (argv) => ({ code: 1, stdout: "", stderr: argv.find((arg) => arg.startsWith("--pidfile=")).slice(10) });
        return (${expression})(new Configuration({ ...places, log }, run));
      })
      .then((result) => process.stdout.write(JSON.stringify(result) ?? ""))
      .catch((error) => process.stdout.write(error.name + ": " + error.message));
  `;
  const child = spawn(process.execPath, ["--eval", script], { cwd: "/" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  await once(child, "close");
  return output;
}

const set = (line: string) => `(conf) => conf.change((text) => text + ${JSON.stringify(`${line}\n`)})`;

// Only root can make files that belong to others.
describe.skipIf(process.getuid?.() !== 0)("an i2pd whose data directory is another user's", () => {
  it("gets no other address, with the reason, since router.info would have to go for it", async () => {
    const output = await asService(set("host = 198.51.100.7"));
    expect(output).toMatch(/^SettingRefused: .*router\.info.*may not/s);
    expect(await readFile(config, "utf8")).toBe("share = 50\n");
    expect(await asService(set("port = 12345"))).toBe("");
    expect(await readFile(config, "utf8")).toBe("share = 50\nport = 12345\n");
  });

  it("gets another address where the service may write there", async () => {
    await chmod(dataDir, 0o777);
    expect(await asService(set("host = 198.51.100.7"))).toBe("");
  });

  it("is still started when its address was changed by hand", async () => {
    const applied = JSON.stringify({ digest: "", bandwidth: null, address: "another" });
    const output = await asService(`(conf) => conf.beforeStart(${applied}).then(() => "goes on")`);
    expect(output).toMatch(/router\.info.*"goes on"$/s);
    expect(await readdir(dataDir)).toEqual(["router.info"]);
  });

  it("is not given a key that it could not read", async () => {
    await chmod(dataDir, 0o777);
    await asService('(conf) => conf.secure({ version: [2, 45, 1], running: false }).then(() => "")');
    expect(await readdir(dataDir)).toEqual(["router.info"]);
  });
});
