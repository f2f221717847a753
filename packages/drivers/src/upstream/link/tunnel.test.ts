import { describe, expect, it } from "vitest";
import { javaRouter } from "../testing/fixtures.js";
import { tunnelTo } from "../testing/tunnel.js";

/** A driver that reaches the double through a tunnel, with what it says of the router after each second. */
async function tunnelled() {
  const java = await javaRouter();
  const tunnel = await tunnelTo(java.double.url);
  const router = java.make({ url: tunnel.url });
  await router.start();
  const phase = async () => (await router.read(AbortSignal.timeout(120_000))).phase.name;
  return {
    ...java,
    router,
    phase,
    async phases(seconds: number) {
      const seen: string[] = [];
      for (let second = 0; second < seconds; second++) {
        const name = await phase().catch((error) => error.reason);
        if (seen.at(-1) !== name) seen.push(name);
        await java.pass(1);
      }
      return seen;
    },
    async [Symbol.asyncDispose]() {
      await router.close();
      await tunnel[Symbol.asyncDispose]();
      await java[Symbol.asyncDispose]();
    },
  };
}

describe("a router behind a tunnel that accepts and closes connections while it is down", () => {
  it("is followed through a restart", async () => {
    await using java = await tunnelled();
    await java.router.lifecycle("Restart");
    expect(await java.phases(25)).toEqual(["stopping", "starting", "running"]);
  });

  it("is followed through a graceful restart", async () => {
    await using java = await tunnelled();
    await java.router.lifecycle("RestartGraceful");
    expect(await java.phases(25)).toEqual(["draining", "unreachable", "starting", "running"]);
  });

  it("is stopped after a shutdown, and not started from here", async () => {
    await using java = await tunnelled();
    await java.router.lifecycle("Shutdown");
    expect(await java.phases(5)).toEqual(["stopping", "stopped"]);
    await expect(java.router.ready("Restart")).rejects.toMatchObject({
      name: "NotPossible",
      message: expect.stringContaining("start it on the machine"),
    });
    await java.router.lifecycle("Shutdown");
    await java.pass(60);
    expect(await java.phase()).toBe("stopped");
    await java.double.run();
    expect(await java.phase()).toBe("running");
  });

  it("is unreachable when nobody asked it to end", async () => {
    await using java = await tunnelled();
    await java.double.close();
    expect(await java.phases(3)).toEqual(["unreachable"]);
  });

  it("is not taken for gone when a busy router closes a connection once", async () => {
    await using java = await tunnelled();
    await java.pass(30);
    await java.router.lifecycle("ShutdownGraceful");
    // The one and its repetition.
    java.double.faults.resets = 2;
    await expect(java.phase()).rejects.toMatchObject({ reason: "unreachable" });
    java.double.faults.resets = 1;
    await expect(java.router.lifecycle("Restart")).rejects.toMatchObject({ reason: "unreachable" });
    expect(await java.phase()).toBe("draining");
  });
});
