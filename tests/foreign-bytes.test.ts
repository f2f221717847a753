import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** The lines of all sources that run outside tests, without comments. */
const lines = readdirSync(join(root, "packages"))
  .flatMap((name) => {
    const folder = join(root, "packages", name, "src");
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
  })
  .map((path) => relative(join(root, "packages"), path).replace("/src/", "/"))
  .filter((file) => /\.tsx?$/.test(file) && !/test\.tsx?$|\/(testing|testnet)\//.test(file))
  // The kit needs nothing of ours; it has a parser and limits of its own.
  .filter((file) => !file.startsWith("conformance/"))
  .flatMap((file) =>
    readFileSync(join(root, "packages", file.replace("/", "/src/")), "utf8")
      .split("\n")
      .filter((line) => !/^\s*(\*|\/[/*])/.test(line))
      .map((line) => ({ file, line })),
  );

const filesWith = (pattern: RegExp): readonly string[] =>
  [...new Set(lines.filter(({ line }) => pattern.test(line)).map(({ file }) => file))].sort();

describe("Bytes from outside", () => {
  it("are parsed as JSON in one place, which checks their size and depth before", () => {
    expect(lines.length).toBeGreaterThan(10_000);
    expect(filesWith(/\bJSON\s*(\.\s*parse\b|\[)|\bparse\b.*\} = JSON\b/)).toEqual([
      // Our own package.json, before anything else is loaded.
      "cli/package-file.ts",
      "protocol/wire/json.ts",
    ]);
  });

  it("are read from streams in one place, up to a limit", () => {
    const whole = /\.(json|text|arrayBuffer|blob|bytes|formData)\(\)|getReader\(|stream\/consumers/;
    expect(filesWith(whole)).toEqual([
      // Piece by piece, for the reader with a limit.
      "client/links/fetch-link.ts",
      // A part of a file that the person chose.
      "console/features/backup/upload.ts",
      // A file that its user has chosen, after a look at its size.
      "console/features/router-settings/advanced/setting-file.tsx",
      // The first bytes of another.
      "console/features/tunnels/tunnel-dialog.tsx",
      // A cursor over bytes that are read already.
      "drivers/i2pd/netdb/router-info.ts",
    ]);
    expect(filesWith(/\.on\("(data|readable)"/)).toEqual([
      // The output of nats-server, of which the last line is kept.
      "fleet/broker/broker.ts",
      // The bus, in frames of at most max_payload behind a greeting of at most 64 KiB.
      "fleet/link/bus-transport.ts",
      "fleet/link/encrypted.ts",
      "server/http/body.ts",
      // Calls that come in one piece; all others go to Node's parser and body.ts.
      "server/http/lane/lane.ts",
    ]);
  });

  it("meet only expressions whose growth `npm run bench expressions` measures", async () => {
    const bench = (await import(join(root, "bench/expressions.mjs"))) as {
      expressions(): readonly unknown[];
    };
    // It finds literals by itself, and refuses a file that makes others which it does not know.
    expect(bench.expressions().length).toBeGreaterThan(200);
  });

  it("are not unpacked without a limit", () => {
    expect(filesWith(/\b(gunzip|inflate|unzip|brotliDecompress|createGunzip|createInflate)/i)).toEqual([
      "server/features/backup/archive.ts",
    ]);
  });
});
