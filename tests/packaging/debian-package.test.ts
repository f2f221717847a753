import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
/** Any program and licence do for these tests; the Node that is shipped is 100 MB, which `npm test` does not fetch. */
const node = { binary: "/bin/true", licence: join(root, "LICENSE"), runs: process.execPath };
const isDebian = existsSync("/usr/bin/dpkg-deb");

/** Made twice, by one process; compressed little, since `npm run package -- --twice` compares what is shipped. */
function madeTwice(folder: string): readonly string[] {
  const outs = ["1", "2"].map((name) => join(folder, name));
  for (const out of outs) mkdirSync(out);
  const options = JSON.stringify({ node, quick: true });
  const code = `import { debianPackage } from "./packaging/debian-package.mjs";
    for (const out of ${JSON.stringify(outs)}) await debianPackage(out, ${options});`;
  execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, stdio: "pipe" });
  return outs.map((out) => join(out, readdirSync(out)[0] ?? ""));
}

describe(`the Debian package${isDebian ? "" : " (skipped: there is no dpkg-deb)"}`, () => {
  it.skipIf(!isDebian)("is the same bytes twice, and holds what it should, as root's", () => {
    const folder = scratch();
    const [first = "", second = ""] = madeTwice(folder);
    expect(readFileSync(second).equals(readFileSync(first))).toBe(true);

    const deb = (...args: string[]) =>
      execFileSync("dpkg-deb", args, { encoding: "utf8", maxBuffer: 2 ** 26 });
    const rows = deb("--contents", first).trim().split("\n");
    const files = new Map(rows.map((row) => [row.split(/\s+/)[5]?.slice(2), row]));
    expect(rows.filter((row) => !row.includes(" root/root "))).toEqual([]);
    for (const [file, mode] of [
      ["usr/bin/pilothouse", "-rwxr-xr-x"],
      ["usr/lib/pilothouse/node", "-rwxr-xr-x"],
      ["usr/lib/pilothouse/bundle/main.cjs", "-rw-r--r--"],
      ["usr/lib/pilothouse/console/index.html", "-rw-r--r--"],
      ["usr/lib/pilothouse/bundle/start.cjs", "-rw-r--r--"],
      ["usr/lib/pilothouse/bundle/help.txt", "-rw-r--r--"],
      ["usr/lib/pilothouse/bundle/completion.json", "-rw-r--r--"],
      ["usr/lib/pilothouse/bundle/status-texts.json", "-rw-r--r--"],
      ["usr/lib/pilothouse/bundle/service.pack.cjs", "-rw-r--r--"],
      [`usr/lib/pilothouse/bundle/service.pack.cjs.${process.version}-${process.arch}`, "-rw-r--r--"],
      ["usr/lib/pilothouse/deploy/pilothouse-attach.conf", "-rw-r--r--"],
      ["usr/lib/pilothouse/deploy/i2pd-pilothouse.conf", "-rw-r--r--"],
      ["usr/lib/pilothouse/deploy/50-pilothouse.rules", "-rw-r--r--"],
      ["usr/lib/systemd/system/pilothouse.service", "-rw-r--r--"],
      ["usr/lib/systemd/system/pilothouse-hub.service", "-rw-r--r--"],
      ["usr/lib/sysusers.d/pilothouse.conf", "-rw-r--r--"],
      ["usr/lib/tmpfiles.d/pilothouse.conf", "-rw-r--r--"],
      ["etc/pilothouse/pilothouse.toml", "-rw-r--r--"],
      ["etc/pilothouse/hub.toml", "-rw-r--r--"],
      ["usr/share/man/man1/pilothouse.1.gz", "-rw-r--r--"],
      ["usr/share/man/man5/pilothouse.toml.5.gz", "-rw-r--r--"],
      ["usr/share/bash-completion/completions/pilothouse", "-rw-r--r--"],
      ["usr/share/zsh/vendor-completions/_pilothouse", "-rw-r--r--"],
      ["usr/share/fish/vendor_completions.d/pilothouse.fish", "-rw-r--r--"],
      ["usr/share/doc/pilothouse/examples/pilothouse.toml", "-rw-r--r--"],
      ["usr/share/doc/pilothouse/copyright", "-rw-r--r--"],
      ["usr/share/doc/pilothouse/README.Debian", "-rw-r--r--"],
      ["usr/share/doc/pilothouse/changelog.Debian.gz", "-rw-r--r--"],
    ])
      expect([file, files.get(file)?.slice(0, 10)]).toEqual([file, mode]);
    const binaries = [...files.keys()].filter((file) => file?.endsWith(".node"));
    expect(binaries.map((file) => /node_modules\/(.*?)-gnu/.exec(file ?? "")?.[1])).toEqual([
      `@libsql/linux-${process.arch}`,
      `@node-rs/argon2-linux-${process.arch}`,
    ]);
    const strays = [...files.keys()].filter((file) =>
      /\.test\.|testing|fixtures|\.ts$|\.map$|musl/.test(file ?? ""),
    );
    expect(strays).toEqual([]);
    expect(deb("--info", first, "conffiles").split("\n")).toEqual([
      "/etc/pilothouse/hub.toml",
      "/etc/pilothouse/pilothouse.toml",
      "",
    ]);
    expect(deb("--field", first, "Maintainer")).toMatch(/^\S.* <\S+@\S+>\n$/);
    expect(deb("--field", first, "Suggests")).toBe("i2pd, nats-server\n");
    const tree = join(folder, "tree");
    deb("-x", first, tree);
    // This Node takes what it has compiled there, also somewhere else.
    const pack = join(tree, "usr/lib/pilothouse/bundle/service.pack.cjs");
    const isTaken = `const { readFileSync } = require("node:fs");
      const cachedData = readFileSync(process.argv[1] + "." + process.version + "-" + process.arch);
      const source = readFileSync(process.argv[1], "latin1");
      console.log(new (require("node:vm").Script)(source, { cachedData }).cachedDataRejected);`;
    expect(execFileSync(process.execPath, ["-e", isTaken, pack], { encoding: "utf8" })).toBe("false\n");
    const unit = (name: string) =>
      readFileSync(join(tree, "usr/lib/systemd/system", name), "utf8").split("\n");
    const [service, hub] = [unit("pilothouse.service"), unit("pilothouse-hub.service")];
    // The hub has its own user and folders, ends its nats-server, and is otherwise confined as the service is.
    expect(hub.filter((line) => !service.includes(line))).toEqual([
      "Description=Pilothouse, the hub of a fleet of routers",
      "User=pilothouse-hub",
      "Group=pilothouse-hub",
      "ExecStart=/usr/bin/pilothouse hub --config /etc/pilothouse/hub.toml",
      "KillMode=mixed",
      "StateDirectory=pilothouse-hub",
      "RuntimeDirectory=pilothouse-hub",
      "LimitNOFILE=131072",
      "PrivateUsers=yes",
    ]);
    expect(service.filter((line) => !hub.includes(line))).toHaveLength(10);
  });
});
