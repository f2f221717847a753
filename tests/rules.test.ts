import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const packages = resolve(import.meta.dirname, "..", "packages");

const sourcesOf = (names: readonly string[]) =>
  names.flatMap((name) =>
    readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.ts$/.test(file) && !/test\.ts$|(^|\/)(testing|testnet)\//.test(file))
      .map((file) => ({
        file: `${name}/src/${file}`,
        text: readFileSync(join(packages, name, "src", file), "utf8"),
      })),
  );

/** Where a pattern is found, as file and what was found, each once. */
const found = (sources: ReturnType<typeof sourcesOf>, what: RegExp): ReadonlySet<string> =>
  new Set(sources.flatMap(({ file, text }) => [...text.matchAll(what)].map(([one]) => `${file}: ${one}`)));

describe("What root does to files", () => {
  const sources = sourcesOf(["cli", "system", "server", "drivers", "fleet"]);

  it("changes owners by an open file, in two places, and never by a path", () => {
    expect(found(sources, /\bl?chown(Sync)?\(/g)).toEqual(new Set([]));
    expect(found(sources, /\bfchown(Sync)?\(/g)).toEqual(
      new Set(["system/src/files/guarded.ts: fchownSync(", "system/src/files/replace-file.ts: fchownSync("]),
    );
  });

  it("changes modes by a path only where the service itself is, in what is its own", () => {
    // A file handle's own chmod is by the open file.
    expect(found(sources, /(?<!file\.)\b(l?chmod|lchmod)(Sync)?\(/g)).toEqual(
      new Set([
        // A socket cannot be opened. It is in the data directory, which is closed to others by then.
        "server/src/http/operator-carrier.ts: chmodSync(",
        // As the owner of the data directory.
        "server/src/store/private-directory.ts: chmodSync(",
        "server/src/store/opening/opening.ts: chmodSync(",
        // In the driver's own directory, and for a program that it has just made there.
        "drivers/src/i2pd/router.ts: chmod(",
        "drivers/src/i2pd/program/install.ts: chmod(",
      ]),
    );
  });

  it("writes, moves and removes by a path in few places of the command line", () => {
    const changing =
      /\b(writeFile|appendFile|copyFile|cp|rename|rm|rmdir|unlink|symlink|link|truncate)(Sync)?\(/g;
    expect(found(sourcesOf(["cli"]), changing)).toEqual(
      new Set([
        // A file of the person who edits it, in a directory that was made for it.
        "cli/src/terminal/editor.ts: writeFileSync(",
        "cli/src/terminal/editor.ts: rmSync(",
        // Sessions of the user who runs the command.
        "cli/src/remote/stored-session.ts: rmSync(",
        "cli/src/remote/stored-session.ts: renameSync(",
        // As the owner of the folder.
        "cli/src/features/setup/step.ts: rmSync(",
        "cli/src/features/setup/step.ts: rmdirSync(",
        // By the service itself.
        "cli/src/local/running-settings.ts: rmSync(",
        // The name of its own process, for the kernel.
        "cli/src/local/run-service.ts: writeFileSync(",
        // A new file that a person names.
        "cli/src/features/updates/feed.ts: writeFileSync(",
        "cli/src/features/tunnels/tunnels.ts: writeFileSync(",
        // As the owner of the data directory.
        "cli/src/features/backup/backup.ts: rm(",
      ]),
    );
  });

  it("changes no owner or mode in the scripts of the Debian package, which leave that to systemd", () => {
    const debian = resolve(import.meta.dirname, "..", "packaging", "debian");
    for (const script of ["postinst", "prerm", "postrm"])
      expect(readFileSync(join(debian, script), "utf8")).not.toMatch(
        /(^|[;&|]|then|do)\s*(chown|chmod|chgrp|install|cp|mv|ln)\b/m,
      );
    // In folders of root's: it changes what is named and nothing below.
    const lines = readFileSync(join(debian, "pilothouse.tmpfiles"), "utf8").trim().split("\n");
    for (const line of lines) expect(line).toMatch(/^[dz] \/(var\/lib|etc\/pilothouse)\/[\w.-]+ /);
  });

  it("makes no files in directories for everybody, except one with a name that nobody can guess", () => {
    expect(
      found(sourcesOf(["cli", "system", "server", "drivers", "fleet"]), /\btmpdir\(|"\/(var\/)?tmp\b/g),
    ).toEqual(new Set(["cli/src/terminal/editor.ts: tmpdir("]));
  });
});

describe("What is printed", () => {
  it("goes through the output of a command, which makes control characters visible", () => {
    expect(found(sourcesOf(["cli"]), /process\.std(out|err)\.write\(|console\.\w+\(/g)).toEqual(
      new Set([
        // The screen of `watch`, whose lines are made harmless when they are made.
        "cli/src/features/status/watch/screen.ts: process.stdout.write(",
        "cli/src/terminal/output.ts: process.stdout.write(",
        "cli/src/terminal/output.ts: process.stderr.write(",
        "cli/src/terminal/exit.ts: process.stderr.write(",
        "cli/src/terminal/progress.ts: process.stderr.write(",
        // Prepared help.
        "cli/src/start/print.ts: process.stdout.write(",
        // The log of the service is JSON, or made harmless by what prints it.
        "cli/src/local/log.ts: process.stderr.write(",
        // What they print comes from this program alone.
        "cli/src/features/fleet/hub/nats-config.ts: process.stdout.write(",
        "cli/src/local/run-service.ts: process.stdout.write(",
        "cli/src/features/updates/feed.ts: process.stderr.write(",
        "cli/src/features/updates/feed.ts: process.stdout.write(",
        "cli/src/completion/scripts.ts: process.stdout.write(",
        "cli/src/completion/complete.ts: process.stdout.write(",
        "cli/src/features/service-settings/config.ts: process.stdout.write(",
        "cli/src/features/health/report.ts: process.stdout.write(",
      ]),
    );
  });
});
