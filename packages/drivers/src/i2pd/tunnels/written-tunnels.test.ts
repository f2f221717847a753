import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, vi } from "vitest";
import type { TunnelChange } from "../../port.js";
import { madeKey } from "../testing/made-key.js";
import { type Before, changedTunnels } from "./changed-tunnels.js";
import { readTunnelFiles, tunnelPlaces } from "./tunnel-files.js";
import { needsRestart, shownFiles, writtenTunnels } from "./written-tunnels.js";

const SERVER: TunnelChange = {
  ...{ action: "create", name: "web" },
  config: new Map([
    ["Type", "server"],
    ["TargetPort", "80"],
  ]),
};

function place(text = "") {
  const dir = scratch();
  mkdirSync(join(dir, "tunnels.d"));
  writeFileSync(join(dir, "tunnels.conf"), text);
  const tunnels = tunnelPlaces(new Map(), dir);
  const { found } = readTunnelFiles(tunnels);
  const before: Before = { found, kept: [], keyAt: () => undefined, isThere: () => false };
  const written = (change: TunnelChange, mode: "supervise" | "attach" = "supervise") =>
    writtenTunnels(before, changedTunnels(before, [change]), {
      tunnels,
      controlDir: join(dir, "control"),
      mode,
    });
  return { before, written };
}

it("makes comments of the lines of an adopted tunnel, and leaves every other byte", () => {
  const text = "# mine\r\n[a]\r\ntype = socks\r\n\r\nport = 1\r\n[b]\r\ntype = socks\r\nport = 2";
  const { before, written } = place(text);
  const adopt: TunnelChange = { action: "adopt", name: "a" };
  const [own, theirs] = written(adopt);
  expect(theirs?.becomes).toBe(
    "# mine\r\n# [a]\r\n# type = socks\r\n\r\n# port = 1\r\n[b]\r\ntype = socks\r\nport = 2",
  );
  expect(own?.becomes).toMatch(/^# Written by Pilothouse.*\n\[a\]\ntype = socks\nport = 1\n$/);
  expect(needsRestart(before, changedTunnels(before, [adopt]))).toBe(false);
});

it("shows what is written without the secrets in it", () => {
  const text = "[a]\ntype = irc\nhost = x\nport = 1\nkeys = a.dat\nwebircpassword = sesame\n";
  const shown = shownFiles(place(text).written({ action: "adopt", name: "a" }));
  expect(JSON.stringify(shown)).not.toContain("sesame");
  const key = shownFiles(place().written({ ...SERVER, key: madeKey() }));
  expect(key.map(({ becomes }) => becomes)).toContain("(a private key)");
});

it("gives an attached router of another user no key, which it could not read", () => {
  const { written } = place();
  const imported = { ...SERVER, key: madeKey() };
  expect(written(SERVER, "attach")).toHaveLength(2);
  const user = vi.spyOn(process, "geteuid").mockReturnValue(4_242);
  try {
    expect(() => written(imported, "attach")).toThrow("could not read a key");
    expect(() => written(SERVER, "attach")).not.toThrow();
  } finally {
    user.mockRestore();
  }
});
