import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { lacks, output } from "./attacks/access/scanner.js";

const root = resolve(import.meta.dirname, "..");
const unit = join(root, "deploy", "pilothouse.service");

describe("The systemd unit", () => {
  /** From 0, nothing to lose, to 10. Over 2 systemd no longer calls it "OK". */
  const MOST_EXPOSED = 1.5;

  it.skipIf(lacks("systemd-analyze"))("leaves the service little to lose, as systemd judges it", async () => {
    const judged = await output("systemd-analyze", ["security", "--offline=true", "--no-pager", unit]);
    const exposure = Number(/Overall exposure level for pilothouse\.service: ([\d.]+)/.exec(judged)?.[1]);
    expect(exposure).toBeGreaterThan(0);
    expect(exposure).toBeLessThanOrEqual(MOST_EXPOSED);
  });

  it("runs it as an ordinary user with nothing but its own directories, and lets no core be written", () => {
    const settings = Object.fromEntries(
      [...readFileSync(unit, "utf8").matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value]) => [name, value]),
    );
    expect(settings).toMatchObject({
      User: "pilothouse",
      CapabilityBoundingSet: "",
      NoNewPrivileges: "yes",
      ProtectSystem: "strict",
      StateDirectoryMode: "0700",
      UMask: "0077",
      LimitCORE: "0",
    });
    // A service that was started again would not see the router that it left running.
    expect(settings).not.toHaveProperty("PrivateUsers");
  });
});

describe("Other programs", () => {
  const runners = readdirSync(join(root, "packages"), { recursive: true, encoding: "utf8" })
    .filter((file) => /^\w+\/src\/.*\.tsx?$/.test(file) && !/test\.tsx?$|\/testing\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, "packages", file), "utf8") }))
    .filter(({ text }) => text.includes("child_process"));
  /** Those functions that take a list of arguments, and give it to the program as it is. */
  const WITHOUT_SHELL = /^(execFile|spawn|type ChildProcess)$/;

  it("are run by few files", () => {
    expect(runners.map(({ file }) => file).sort()).toEqual([
      "cli/src/local/systemd.ts",
      "cli/src/terminal/editor.ts",
      // The client that the kit judges.
      "conformance/src/client/observed.ts",
      "drivers/src/i2pd/life/supervised.ts",
      "drivers/src/i2pd/testnet/network.ts",
      // A web server that tests lead a tunnel to.
      "drivers/src/i2pd/testnet/web-site.ts",
      "fleet/src/broker/broker.ts",
      "system/src/command.ts",
    ]);
  });

  it.each(runners.map(({ file, text }) => [file, text] as const))(
    "are run by %s without a shell",
    (_file, text) => {
      const imported = [...text.matchAll(/^import \{ ([^}]+) \} from "node:child_process";$/gm)];
      expect(imported).toHaveLength(1);
      expect(text.match(/child_process/g)).toHaveLength(1);
      for (const name of imported[0]?.[1]?.split(", ") ?? []) expect(name).toMatch(WITHOUT_SHELL);
      expect(text).not.toMatch(/\bshell\b\s*:/);
      expect(text).not.toMatch(/["'`](\/\S*\/)?(ba|da|z|k|fi)?sh["'`]/);
    },
  );
});
