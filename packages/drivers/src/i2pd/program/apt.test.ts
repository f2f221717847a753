import { reason } from "@pilothouse/protocol";
import type { Outcome, Run } from "@pilothouse/system";
import { describe, expect, it } from "vitest";
import type { PackageUpdates } from "../../port.js";
import { aptUpdates } from "./apt.js";

const POLICY = (installed: string, candidate: string) => `i2pd:
  Installed: ${installed}
  Candidate: ${candidate}
  Version table:
     ${candidate} 500
        500 http://archive.example/debian bookworm/main arm64 Packages
`;

/** A Debian that is only played: what each program answers, and a note of what was run. */
function debian(answers: { readonly [start: string]: Partial<Outcome> | (() => Partial<Outcome>) }) {
  const ran: string[] = [];
  const run: Run = async (argv) => {
    const line = argv.join(" ");
    ran.push(line);
    const answer = Object.entries(answers).find(([start]) => line.includes(start))?.[1] ?? {};
    return { code: 0, stdout: "", stderr: "", ...(typeof answer === "function" ? answer() : answer) };
  };
  return { run, ran };
}

const OWNED = { "dpkg-query": { stdout: "i2pd: /usr/sbin/i2pd\n" } };
const soon = () => AbortSignal.timeout(120_000);

async function updatesOn(run: Run): Promise<PackageUpdates> {
  const updates = await aptUpdates("/usr/sbin/i2pd", run, true);
  if (updates === undefined) throw new Error("It is of a package");
  return updates;
}

describe("updates by apt", () => {
  it("are for a binary that came from a package, and for no other", async () => {
    expect(await aptUpdates("/usr/sbin/i2pd", debian(OWNED).run, true)).toBeDefined();
    const arch = debian({ "dpkg-query": { stdout: "i2pd:arm64: /usr/sbin/i2pd\n" } });
    expect(await aptUpdates("/usr/sbin/i2pd", arch.run, true)).toBeDefined();
    const none = debian({ "dpkg-query": { code: 1, stderr: "no path found matching pattern" } });
    expect(await aptUpdates("/opt/i2pd", none.run, true)).toBeUndefined();
    const elsewhere: Run = () => Promise.reject(new Error("spawn dpkg-query ENOENT"));
    expect(await aptUpdates("/opt/i2pd", elsewhere, true)).toBeUndefined();
  });

  it("are found when the archive has a newer version", async () => {
    const policy = { "apt-cache policy": { stdout: POLICY("2.45.1-1", "2.46.0-1") } };
    expect(await (await updatesOn(debian({ ...OWNED, ...policy }).run)).find(soon())).toEqual({
      version: expect.stringMatching(/^\d/),
    });
    const same = debian({ ...OWNED, ...policy, "compare-versions": { code: 1 } });
    expect(await (await updatesOn(same.run)).find(soon())).toBe(false);
  });

  it("are looked for in the lists that are there: nothing is fetched or changed, also as root", async () => {
    const policy = { "apt-cache policy": { stdout: POLICY("2.45.1-1", "2.46.0-1") } };
    const offline = debian({ ...OWNED, ...policy, "apt-get": { code: 100, stderr: "E: Could not resolve" } });
    expect(await (await updatesOn(offline.run)).find(soon())).toEqual({ version: "2.46.0-1" });
    expect(offline.ran.filter((line) => line.startsWith("apt-get"))).toEqual([]);
  });

  it("are unknown, with the reason, when the lists say nothing of the package", async () => {
    const unknown = debian({ ...OWNED, "apt-cache policy": { stdout: "" } });
    expect(await (await updatesOn(unknown.run)).find(soon())).toEqual(
      reason("update.noPackage", { package: "i2pd" }),
    );
  });

  it("are installed with the configuration kept, and the new version is returned", async () => {
    let installed = "2.45.1-1";
    const world = debian({
      ...OWNED,
      "apt-cache policy": () => ({ stdout: POLICY(installed, "2.46.0-1") }),
      "install --only-upgrade i2pd": () => {
        installed = "2.46.0-1";
        return {};
      },
    });
    const steps: string[] = [];
    const { outcome, status, version } = await (await updatesOn(world.run)).update(soon(), (step) =>
      steps.push(step),
    );
    expect({ outcome, version }).toEqual({ outcome: "installed", version: "2.46.0-1" });
    expect(status).toContain("2.46.0-1 is installed");
    expect(steps.join()).toContain("2.46.0-1");
    expect(world.ran.join("\n")).toContain("--force-confold install --only-upgrade i2pd");
  });

  it("are not installed when there is none, when apt fails, or when we may not", async () => {
    const policy = { "apt-cache policy": { stdout: POLICY("2.45.1-1", "2.46.0-1") } };
    const same = debian({ ...OWNED, ...policy, "compare-versions": { code: 1 } });
    expect(await (await updatesOn(same.run)).update(soon(), () => {})).toMatchObject({
      outcome: "none",
      status: expect.stringContaining("No update"),
    });
    const failing = debian({
      ...OWNED,
      ...policy,
      "only-upgrade": { code: 100, stderr: "E: dpkg was interrupted" },
    });
    expect(await (await updatesOn(failing.run)).update(soon(), () => {})).toMatchObject({
      outcome: "failed",
      status: expect.stringContaining("dpkg was interrupted"),
    });
    const unsigned = "W: Failed to fetch http://archive.example: The repository is not signed.\n";
    const offline = debian({ ...OWNED, ...policy, "apt-get": { stderr: unsigned } });
    expect(await (await updatesOn(offline.run)).update(soon(), () => {})).toMatchObject({
      outcome: "failed",
      why: { code: "update.apt", values: { what: "update", text: expect.stringContaining("not signed") } },
    });
    const unprivileged = debian({ ...OWNED, ...policy });
    const updates = await aptUpdates("/usr/sbin/i2pd", unprivileged.run, false);
    expect(await updates?.update(soon(), () => {})).toMatchObject({
      outcome: "failed",
      status: expect.stringContaining("may not install packages"),
    });
    expect(unprivileged.ran.filter((line) => line.startsWith("apt-get"))).toEqual([]);
  });
});
