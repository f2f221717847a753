import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { beforeAll, describe, expect, it } from "vitest";
import { Process } from "../blackbox/process.js";

const root = resolve(import.meta.dirname, "../..");
const folder = scratch();

/** Makes the packages of this checkout in a folder, by a process of its own. */
function made(name: string): string {
  const out = join(folder, name);
  const code = `import { npmPackages } from "./packaging/npm-packages.mjs"; await npmPackages(${JSON.stringify(out)})`;
  execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, stdio: "pipe" });
  return out;
}

/** Unpacks a package where Node finds it by its name. */
function unpacked(out: string, name: string): string {
  const file = readdirSync(out).find((one) => one.startsWith(`pilothouse-${name}-`)) ?? "";
  const place = join(folder, "node_modules/@pilothouse", name);
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", join(out, file), "-C", place, "--strip-components=1"]);
  return place;
}

const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(place.length + 1));

const manifest = (place: string) => JSON.parse(readFileSync(join(place, "package.json"), "utf8"));

let first = "";
let cli = "";
let client = "";
beforeAll(() => {
  first = made("first");
  cli = unpacked(first, "cli");
  client = unpacked(first, "client");
});

describe("the npm packages", () => {
  it("are the same bytes when they are made again", () => {
    const second = made("second");
    const files = readdirSync(first);
    expect(files).toHaveLength(2);
    for (const file of files)
      expect([file, readFileSync(join(second, file)).equals(readFileSync(join(first, file)))]).toEqual([
        file,
        true,
      ]);
  });

  it("hold no tests, doubles or sources, and depend on no package that is not published", () => {
    for (const place of [cli, client]) {
      const wrong = filesIn(place).filter((file) =>
        /\.test\.|testing|testnet|fixtures|contract|\.map$|tsbuildinfo|(?<!\.d)\.tsx?$|(^|\/)src\//.test(
          file,
        ),
      );
      expect(wrong).toEqual([]);
      const { dependencies = {} } = manifest(place);
      expect(Object.keys(dependencies).filter((name) => name.startsWith("@pilothouse/"))).toEqual([]);
    }
    expect(Object.keys(manifest(cli).dependencies).toSorted()).toEqual(["@node-rs/argon2", "libsql"]);
    expect(filesIn(cli)).toEqual(
      expect.arrayContaining([
        "bin/pilothouse.js",
        "console/index.html",
        "deploy/50-pilothouse.rules",
        "deploy/i2pd-pilothouse.conf",
        "deploy/pilothouse-attach.conf",
        "man/pilothouse.1",
        "man/pilothouse.toml.5",
        "LICENSE",
        "THIRD-PARTY-LICENSES.txt",
      ]),
    );
    expect(manifest(cli).man).toEqual(["./man/pilothouse.1", "./man/pilothouse.toml.5"]);
    const licences = readFileSync(join(cli, "THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["commander", "pino", "preact", "smol-toml", "uplot"])
      expect(licences).toMatch(new RegExp(`^${name} \\d.*\\(MIT|BSD`, "m"));
  });

  it("run a service with its console, without the rest of the checkout", async () => {
    // The two packages that hold binaries, and all that these need, as npm would install them.
    for (const name of ["libsql", "@libsql", "@neon-rs", "detect-libc", "@node-rs"])
      symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
    const dataDir = join(folder, "data");
    const ports = ["--https-port", "0", "--http-port", "0"];
    const child = spawn(
      process.execPath,
      [join(cli, "bin/pilothouse.js"), "serve", "--data-dir", dataDir, ...ports],
      { env: { PATH: process.env["PATH"], HOME: folder } },
    );
    atTheEnd(() => child.kill("SIGKILL"));
    const served = new Process(child);
    const { http, version } = await served.logged("ready");
    expect(version).toBe(manifest(cli).version);
    expect(await (await fetch(String(http))).text()).toContain("<title>");
    expect(await served.kill("SIGTERM")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`\n  pilothouse passwd --data-dir ${dataDir}\n`),
    });
  });

  it("give the client with its types and without other packages", () => {
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(
      join(folder, "use.ts"),
      `import { connect, httpLink, type Client } from "@pilothouse/client";
       const client: Client = connect(httpLink("http://127.0.0.1:1/"), { dialect: "svc" });
       const status: Promise<string | undefined> = client.echo("hello");
       status.catch((error) => console.log(error.kind)).finally(() => client.close());
      `,
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const options = ["--strict", "--module", "nodenext", "--target", "es2023", "--types", "node"];
    const types = ["--typeRoots", join(root, "node_modules/@types")];
    execFileSync(process.execPath, [tsc, ...options, ...types, "use.ts"], { cwd: folder, stdio: "pipe" });
    expect(execFileSync(process.execPath, ["use.js"], { cwd: folder, encoding: "utf8" })).toBe("network\n");
  });
});
