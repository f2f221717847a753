import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../blackbox/scratch.js";

const root = resolve(import.meta.dirname, "../..");
const node = join(root, "packaging/node/node_modules", `node-linux-${process.arch}`, "bin/node");

/** Why there is nothing to look at here: the Node that is shipped is 100 MB, which `npm test` does not fetch. */
const reason = !existsSync("/usr/bin/dpkg-deb")
  ? "there is no dpkg-deb"
  : existsSync(node)
    ? undefined
    : "npm run package was not run here";

function made(out: string): string {
  mkdirSync(out);
  const code = `import { debianPackage } from "./packaging/debian-package.mjs"; await debianPackage(${JSON.stringify(out)}, { quick: true })`;
  execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, stdio: "pipe" });
  return join(out, readdirSync(out)[0] ?? "");
}

describe(`the Debian package${reason === undefined ? "" : ` (skipped: ${reason})`}`, {
  timeout: 600_000,
}, () => {
  it.skipIf(reason !== undefined)("is the same bytes twice, and holds what it should, as root's", () => {
    const scratch = temporaryDirectory();
    const [first, second] = [made(join(scratch, "1")), made(join(scratch, "2"))];
    expect(readFileSync(second).equals(readFileSync(first))).toBe(true);

    const deb = (...args: string[]) =>
      execFileSync("dpkg-deb", args, { encoding: "utf8", maxBuffer: 2 ** 26 });
    const rows = deb("--contents", first).trim().split("\n");
    const files = new Map(rows.map((row) => [row.split(/\s+/)[5]?.slice(2), row]));
    expect(rows.filter((row) => !row.includes(" root/root "))).toEqual([]);
    for (const [file, mode] of [
      ["usr/bin/pilothouse", "-rwxr-xr-x"],
      ["usr/lib/pilothouse/node", "-rwxr-xr-x"],
      ["usr/lib/pilothouse/bundle/main.js", "-rw-r--r--"],
      ["usr/lib/pilothouse/console/index.html", "-rw-r--r--"],
      ["lib/systemd/system/pilothouse.service", "-rw-r--r--"],
      ["usr/lib/sysusers.d/pilothouse.conf", "-rw-r--r--"],
      ["usr/lib/tmpfiles.d/pilothouse.conf", "-rw-r--r--"],
      ["etc/pilothouse/pilothouse.toml", "-rw-r--r--"],
      ["usr/share/man/man1/pilothouse.1.gz", "-rw-r--r--"],
      ["usr/share/man/man5/pilothouse.toml.5.gz", "-rw-r--r--"],
      ["usr/share/bash-completion/completions/pilothouse", "-rw-r--r--"],
      ["usr/share/zsh/vendor-completions/_pilothouse", "-rw-r--r--"],
      ["usr/share/fish/vendor_completions.d/pilothouse.fish", "-rw-r--r--"],
      ["usr/share/doc/pilothouse/copyright", "-rw-r--r--"],
      ["usr/share/doc/pilothouse/changelog.Debian.gz", "-rw-r--r--"],
    ])
      expect([file, files.get(file)?.slice(0, 10)]).toEqual([file, mode]);
    const strays = [...files.keys()].filter((file) =>
      /\.test\.|testing|fixtures|\.ts$|\.map$|musl/.test(file ?? ""),
    );
    expect(strays).toEqual([]);
    expect(deb("--info", first, "conffiles")).toBe("/etc/pilothouse/pilothouse.toml\n");
    expect(deb("--field", first, "Suggests")).toBe("i2pd, nats-server\n");
  });
});
