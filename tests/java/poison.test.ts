import { ClientError, connect, httpLink } from "@pilothouse/client";
import { atTheEnd } from "@pilothouse/system/testing/scratch";
import { describe, expect, it, onTestFinished } from "vitest";
import { javaRouter } from "../../packages/drivers/src/upstream/testing/fixtures.js";
import { startHere } from "../blackbox/harness.js";
import { Person } from "../cli/command.js";

/** A double of Java I2P, with a client straight at it. */
async function direct() {
  const { double } = await javaRouter();
  atTheEnd(() => double.close());
  const client = connect(httpLink(double.url), { password: "secret" });
  onTestFinished(() => client.close());
  const written = () => double.calls.filter(({ params }) => "set" in params || "setAll" in params).length;
  return { double, client, written };
}

describe("the client straight at Java I2P", () => {
  it.each([
    ["set", { good: "1", "lab.key": "a#b" }],
    ["setAll", { "lab.key": "#" }],
  ] as const)("does not send what would poison it: %s %j", async (how, settings) => {
    const { client, written, double } = await direct();
    const refused = client.advanced[how](settings);
    await expect(refused).rejects.toMatchObject({
      kind: "params",
      message: expect.stringContaining('"lab.key"'),
    });
    await expect(refused).rejects.toBeInstanceOf(ClientError);
    expect([written(), double.configuration.poison]).toEqual([0, undefined]);
    await client.advanced.set({ "lab.key": "ab" });
    expect(double.onDisk.get("lab.key")).toBe("ab");
  });

  it("does send it to a server that can keep it", async () => {
    const here = await startHere();
    const { fingerprint } = here.service;
    const client = connect(httpLink(here.https, { fingerprint }), { token: here.token });
    onTestFinished(() => client.close());
    await client.advanced.set({ "lab.key": "a#b" });
    expect(await client.advanced.get("lab.key")).toBe("a#b");
  });
});

describe("the command line straight at Java I2P", () => {
  it("refuses such a value, and names one that is there when a write fails because of it", async () => {
    const { double, written } = await direct();
    const one = new Person({ PILOTHOUSE_PASSWORD: "secret", PILOTHOUSE_URL: double.url });
    const refused = await one.run(["advanced", "set", "lab.key=a#b"]);
    expect([refused.code, written()]).toEqual([2, 0]);
    expect(refused.err).toContain('"lab.key" cannot hold "#"');

    expect(() => double.configuration.save({ "other.key": "a#b" })).toThrow();
    for (const args of [
      ["advanced", "set", "lab.key=ab"],
      ["net", "set", "bw.in=512"],
    ]) {
      const failed = await one.run(args);
      expect(failed.code).toBe(1);
      expect(failed.err).toContain('its file cannot hold "other.key": overwrite them in one request');
    }
    expect((await one.run(["advanced", "set", "other.key=ab"])).code).toBe(0);
    expect(double.configuration.poison).toBeUndefined();
  });
});
