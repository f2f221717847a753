import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "@pilothouse/system";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { i2pdControl } from "./control-place.js";
import { i2pdFiles } from "./files.js";
import { type Placed, whenPlaced } from "./placed.js";
import { i2pdReseed } from "./reseed.js";
import { i2pdServices } from "./services.js";

/** An i2pd with this configuration, and a place for its files. */
function place(conf: string, mode: "supervise" | "attach" = "supervise") {
  const dir = scratch();
  const dataDir = join(dir, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  mkdirSync(join(dir, "sbin"));
  writeFileSync(join(dataDir, "i2pd.conf"), conf, { mode: 0o600 });
  writeFileSync(join(dir, "sbin/i2pd"), "#!/bin/sh\n", { mode: 0o755 });
  const situation = {
    settings: {
      data_dir: dir,
      "i2pd.data_dir": dataDir,
      "i2pd.mode": mode,
      "i2pd.binary": join(dir, "sbin/i2pd"),
      "i2pd.config": undefined,
      "i2pd.start_command": [],
      "i2pd.stop_command": [],
    },
    serviceRuns: false,
    run: async () => ({ code: 0, stdout: "i2pd version 2.45.1 (0.9.57)\n", stderr: "" }),
  };
  const look = async (check: Check<Placed>) => {
    const findings = [await whenPlaced(check).look(situation)].flat();
    return findings.map(
      (finding) => `${finding.level}: ${finding.saw}${finding.level === "ok" ? "" : ` | ${finding.todo}`}`,
    );
  };
  return { dir, dataDir, situation, look };
}

const CERTIFICATES = "share/i2pd/certificates";
function certificates(dir: string): void {
  mkdirSync(join(dir, "reseed"), { recursive: true });
  writeFileSync(join(dir, "reseed", "x.crt"), "x");
}

describe("doctor and the reseeds of i2pd", () => {
  it("is content when we start i2pd and its certificates are beside the program", async () => {
    const { dir, look } = place("");
    certificates(join(dir, CERTIFICATES));
    expect(await look(i2pdReseed)).toEqual([
      `ok: reseeds are checked against the certificates in ${join(dir, CERTIFICATES)}`,
    ]);
  });

  it("finds a router that checks nothing, by its file or by i2pd's own default", async () => {
    for (const { look } of [place("[reseed]\nverify = false\n"), place("", "attach")])
      expect(await look(i2pdReseed)).toEqual([
        expect.stringMatching(/^problem: i2pd takes reseeds without checking .* \| set verify = true/),
      ]);
  });

  it("finds an attached router that cannot find the certificates, and says where they are", async () => {
    const { dir, dataDir, look } = place("[reseed]\nverify = true\n", "attach");
    certificates(join(dir, CERTIFICATES));
    expect(await look(i2pdReseed)).toEqual([
      expect.stringContaining(`| ln -s ${join(dir, CERTIFICATES)} ${dataDir}/certificates`),
    ]);
    certificates(join(dataDir, "certificates"));
    expect(await look(i2pdReseed)).toEqual([expect.stringMatching(/^ok: /)]);
  });
});

describe("doctor and what i2pd opens to others", () => {
  it("knows an open control service by any word with which i2pd switches it on", async () => {
    for (const word of ["true", "True", "YES", "1"]) {
      const { situation } = place(`[i2pcontrol]\nenabled = ${word}\naddress = 0.0.0.0\n`);
      expect((await i2pdControl(situation)).findings).toEqual([
        expect.objectContaining({ level: "problem", saw: expect.stringContaining("0.0.0.0") }),
      ]);
    }
  });

  it("is content with a router that we start and whose file says nothing", async () => {
    expect(await place("").look(i2pdServices)).toEqual([
      "ok: i2pd opens nothing to the other users of this machine",
    ]);
  });

  it("finds a console without a password, also by i2pd's own default", async () => {
    for (const { look } of [place("[http]\nenabled = true\n"), place("", "attach")])
      expect(await look(i2pdServices)).toContainEqual(
        expect.stringMatching(
          /^problem: every user of this machine can stop the router on i2pd's own console .*127\.0\.0\.1:7070.* \| set auth = true/,
        ),
      );
    const guarded = place("[http]\nenabled = true\nauth = true\n");
    expect(await guarded.look(i2pdServices)).toEqual(["ok: i2pd's own console asks for a password"]);
  });

  it("names the services that programs of every user can use", async () => {
    const { look } = place("[httpproxy]\nport = 4445\n[sam]\nenabled = true\n[bob]\nenabled = true\n");
    expect(await look(i2pdServices)).toEqual([
      expect.stringMatching(
        /^warning: every user .*HTTP proxy \(127\.0\.0\.1:4445\), SAM \(127\.0\.0\.1:7656\), BOB \(127\.0\.0\.1:2827\) \| .*httpproxy\.enabled=false/,
      ),
    ]);
  });

  it("finds services that other machines can use", async () => {
    const { look } = place("[socksproxy]\naddress = 0.0.0.0\n");
    expect(await look(i2pdServices)).toEqual([
      expect.stringMatching(
        /^problem: other machines can use i2pd's SOCKS proxy .* \| set address = 127\.0\.0\.1 under \[socksproxy\]/,
      ),
    ]);
  });
});

describe("doctor and the file of i2pd", () => {
  it("warns of a password in it that others can read, and of none where none is", async () => {
    for (const [conf, found] of [
      ["share = 50\n", /^ok: .*i2pd\.conf can be used$/],
      [
        "[i2pcontrol]\npassword = swordfish\n",
        /^problem: .*holds a password and is open to others.* \| chmod 600/,
      ],
    ] as const) {
      const { dataDir, look } = place(conf);
      chmodSync(join(dataDir, "i2pd.conf"), 0o644);
      expect((await look(i2pdFiles)).at(-1)).toMatch(found);
    }
  });
});
