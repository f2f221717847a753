import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Peer } from "../../rpc/call.js";
import { Stage } from "../../rpc/testing/stage.js";
import { unpack } from "./archive.js";
import { backup as feature } from "./feature.js";

type Part = { readonly part: string; readonly next: number | null };
let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.close());

const opened = async (more: Partial<Parameters<typeof feature.open>[0]> = {}) => {
  const { store, clock, log, dir } = stage;
  const settings = () => ({ data_dir: dir }) as never;
  const { auth, audit } = stage;
  const needs = {
    ...{ store, clock, log, settings, auth, audit, version: "1.2.3" },
    ...{ events: { add: async () => {} }, router: { kind: "simulator" } },
  };
  return feature.open({ ...needs, backupFiles: async () => [], ...more });
};
const backup = async (params: object, access?: Peer["access"]) => {
  const { handlers } = await opened();
  return stage.call("pilothouse.backup", params, handlers, { address: "local", ...(access && { access }) });
};
const kept = () => readdirSync(stage.dir).filter((name) => name.startsWith("backup-"));

describe("a backup", () => {
  it("is made for the operator, with the passphrase, on record", async () => {
    const { result } = await backup({ passphrase: "a passphrase" }, "operator");
    const bytes = readFileSync(join(stage.dir, String(result?.["file"])));
    expect(result?.["bytes"]).toBe(bytes.length);
    expect(await unpack(bytes, async () => "a passphrase")).toMatchObject({ version: "1.2.3" });
    expect(await stage.recorded()).toEqual([{ action: "backup", outcome: "ok", details: [] }]);
  });

  it("goes to a session in parts, of which the last removes the file", async () => {
    // Random, so that it cannot be packed.
    const large = join(stage.dir, "large");
    writeFileSync(large, randomBytes(2_500_000));
    const auth = { requirePassword: async () => {}, rules: stage.auth.rules };
    const { handlers } = await opened({ auth, backupFiles: async () => [large] });
    const ask = async <T>(method: "pilothouse.backup" | "pilothouse.backupPart", params: object) =>
      (await stage.call(method, params, handlers)).result as T;
    const given = { passphrase: "a good passphrase", password: "x" };
    const first = await ask<{ readonly file: string }>("pilothouse.backup", given);
    const { file, bytes } = await ask<{ file: string; bytes: number }>("pilothouse.backup", given);
    expect(kept()).toEqual([file]);
    expect(await ask("pilothouse.backupPart", first)).toBeUndefined();
    const parts: Buffer[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const got: Part = await ask("pilothouse.backupPart", { file, from });
      parts.push(Buffer.from(got.part, "base64"));
      from = got.next;
    }
    expect(parts.map(({ length }) => length)).toEqual([2 ** 20, 2 ** 20, bytes - 2 ** 21]);
    const { files } = await unpack(Buffer.concat(parts), async () => given.passphrase);
    expect(files.map(({ path }) => path)).toEqual(["pilothouse.db", "large"]);
    expect(kept()).toEqual([]);
  });

  it("that nobody has fetched is removed ten minutes later, by the minute's work", async () => {
    const { handlers, recurring = [] } = await opened();
    const made = async () => {
      const peer = { address: "local", access: "operator" } as const;
      const { result } = await stage.call("pilothouse.backup", {}, handlers, peer);
      return String(result?.["file"]);
    };
    const [old, fresh] = [await made(), await made()];
    const elevenMinutesAgo = Date.now() / 1_000 - 660;
    utimesSync(join(stage.dir, old), elevenMinutesAgo, elevenMinutesAgo);
    for (const { work } of recurring) await work();
    expect(kept()).toEqual([fresh]);
  });

  it("is refused to a hub and to a token of a program, with the command that makes one, on record", async () => {
    const { token } = await stage.auth.tokens.issueForProgram(
      { name: "grafana", scope: "all", lifetimeMs: 60_000, address: "local", factory: false },
      new AbortController().signal,
    );
    const given = { passphrase: "a good passphrase", password: "x" };
    for (const { error } of [await backup(given, "all"), await backup({ ...given, Token: token })])
      expect(error).toEqual({
        code: -32000,
        message: "Request refused: a backup is made on the machine itself: pilothouse backup",
        data: { code: "backup.machine", values: {} },
      });
    expect(await stage.recorded()).toMatchObject(Array(2).fill({ action: "backup", outcome: "refused" }));
  });
});
