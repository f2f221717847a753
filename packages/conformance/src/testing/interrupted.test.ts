import { readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Method } from "../reference/behaviour.js";
import { METHODS } from "../reference/methods.js";
import { ReferenceServer } from "../reference/server.js";
import { start } from "./process.js";

/** A server that answers everything, but never this kind of call once it is carried out. */
async function stuck(
  name: keyof typeof METHODS,
  isMeant: (params: { readonly [name: string]: unknown }) => boolean,
) {
  let meets: () => void = () => {};
  const met = new Promise<void>((resolve) => {
    meets = resolve;
  });
  let once = false;
  const right: Method = METHODS[name];
  const method: Method = (params, state, behaviour) => {
    const result = right(params, state, behaviour);
    if (once || !isMeant(params)) return result;
    once = true;
    meets();
    return new Promise(() => {});
  };
  const server = await new ReferenceServer({
    behaviour: { methods: { ...METHODS, [name]: method } },
  }).start();
  onTestFinished(() => server.stop());
  return { server, met };
}

const run = (server: ReferenceServer, ...args: readonly string[]) =>
  start([server.url, "--timeout", "60", ...args], { I2PCONTROL_PASSWORD: server.state.password });

describe("A run that is interrupted", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "by %s puts a setting back first, and says how it ended",
    async (signal) => {
      const { server, met } = await stuck(
        "NetworkSetting",
        (params) => params["svc.router.net.bw.share"] === "70",
      );
      const { child, ended } = run(server, "--profile", "settings");
      await met;
      expect(server.state.settings.get("share")).toBe("70");
      child.kill(signal);
      const { code, report, stderr } = await ended;
      expect(code).toBe(signal === "SIGINT" ? 130 : 143);
      expect(server.state.settings.get("share")).toBe("50");
      expect(stderr).toContain("Interrupted");
      expect(report()).toMatchObject({ interrupted: true, leftovers: [] });
      expect(report().checks.find(({ id }) => id === "settings.write.bw.share")).toMatchObject({
        outcome: "skipped",
        reason: "the run was interrupted",
      });
      expect(report().checks.at(-1)?.outcome).toBe("skipped");
    },
  );

  it("puts advanced settings back", async () => {
    const isMap = (params: { readonly [name: string]: unknown }) => params["setAll"] !== undefined;
    const { server, met } = await stuck(
      "AdvancedSettings",
      (params) => isMap(params) && "i2pcontrol.conformance" in (params["setAll"] as object),
    );
    const before = [...server.state.settings];
    const { child, ended } = run(server, "--only", "advanced.set");
    await met;
    expect(server.state.settings.has("i2pcontrol.conformance")).toBe(true);
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect([...server.state.settings].sort()).toEqual(before.sort());
  });

  it("changes the password back", async () => {
    const { server, met } = await stuck("ServiceControl", (params) => "svccontrol.password" in params);
    const { password } = server.state;
    const { child, ended } = run(server, "--profile", "service", "--allow-password-change");
    await met;
    expect(server.state.password).not.toBe(password);
    child.kill("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect([code, server.state.password]).toEqual([130, password]);
    expect(stdout + stderr).not.toContain(password);
  });
});

describe("What cannot be put back", () => {
  it("is named, and the password that may be in force is in a file that only its owner can read", async () => {
    const server = await new ReferenceServer({
      behaviour: {
        methods: {
          ...METHODS,
          ServiceControl: (params, state) => {
            if (params["svccontrol.password"] === first) throw new Error("broken");
            return METHODS.ServiceControl(params, state);
          },
        },
      },
    }).start();
    const first = server.state.password;
    onTestFinished(() => server.stop());
    const { ended } = run(server, "--only", "service.password.change", "--allow-password-change");
    const { code, report, stderr, stdout } = await ended;
    expect(report().leftovers).toEqual([expect.stringContaining("password could not be changed back")]);
    expect(stdout).toContain("NOT PUT BACK");
    expect(stderr + stdout + JSON.stringify(report())).not.toContain(server.state.password);
    const file = /What it may be now: (\S+)\n/.exec(stderr)?.[1] ?? "";
    expect(readFileSync(file, "utf8")).toContain(server.state.password);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(dirname(file), { recursive: true });
    expect(code).toBe(1);
  });

  it("names a setting that a server does not take back", async () => {
    let locked = false;
    const server = await new ReferenceServer({
      behaviour: {
        methods: {
          ...METHODS,
          NetworkSetting: (params, state, behaviour) => {
            const { "svc.router.net.bw.share": share, ...rest } = params;
            const refused = locked && share !== null && share !== undefined;
            locked ||= typeof share === "string";
            return METHODS.NetworkSetting(
              refused ? { ...rest, "svc.router.net.bw.share": null } : params,
              state,
              behaviour,
            );
          },
        },
      },
    }).start();
    onTestFinished(() => server.stop());
    const { ended } = run(server, "--only", "settings.write.bw.share");
    const { report, code } = await ended;
    expect(report().leftovers).toEqual(['svc.router.net.bw.share was "50" and is "70"']);
    expect(code).toBe(1);
  });
});
