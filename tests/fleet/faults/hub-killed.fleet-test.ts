import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { testServer } from "../../../packages/fleet/src/broker/testing/nats-server.js";
import { beside, run } from "../../blackbox/process.js";
import { send } from "../../support/service.js";

const PASSWORD = "a password for the hub";

describe("A hub that is killed while invitations and accounts are written", () => {
  it("has all acknowledged writes when it starts again, and no partial ones", async () => {
    const HOME = scratch();
    const dataDir = join(HOME, "hub");
    const env = { HOME, PILOTHOUSE_HUB_NATS_SERVER: testServer() };
    const words = ["hub", "--data-dir", dataDir, "--https-port", "0", "--http-enabled", "false"];
    const started = async () => {
      const hub = beside([...words, "--hub-bus-port", "0"], { env });
      return { hub, https: String((await hub.logged("ready"))["https"]) };
    };
    const first = await started();
    const changed = await run(["passwd", "--local", "--data-dir", dataDir], { env, input: `${PASSWORD}\n` });
    expect(changed.code).toBe(0);
    const post = async (https: string, method: string, params: object) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const { text } = await send(https, { method: "POST", body });
      return JSON.parse(text) as { readonly result: { readonly [name: string]: unknown } };
    };
    const login = await post(first.https, "Authenticate", { API: 1, Password: PASSWORD });
    const Token = login.result["Token"];

    const invited: unknown[] = [];
    const labelled: string[] = [];
    let { hub, https } = first;
    for (const enough of [15, 40]) {
      // Each writer continues until its connection breaks.
      const invite = async () => {
        for (;;)
          invited.push((await post(https, "fleet.invite", { Token, labels: { n: "x" } })).result["id"]);
      };
      const label = async () => {
        for (let n = labelled.length; ; n++) {
          const name = `operator-${n}`;
          const password = `the password number ${n}`;
          await post(https, "fleet.operators", { Token, name, password, role: "viewer" });
          labelled.push(name);
        }
      };
      const writers = [invite, invite, label].map((write) => write().catch(() => {}));
      await expect.poll(() => invited.length, { interval: 5 }).toBeGreaterThan(enough);
      hub.child.kill("SIGKILL");
      await Promise.all([hub.ended, ...writers]);

      ({ hub, https } = await started());
      const { invitations } = (await post(https, "fleet.invitations", { Token })).result as {
        readonly invitations: readonly { readonly id: string; readonly labels: object }[];
      };
      const kept = new Map(invitations.map((one) => [one.id, one.labels]));
      for (const id of invited) expect(kept.get(String(id))).toEqual({ n: "x" });
      const { operators } = (await post(https, "fleet.operators", { Token })).result as {
        readonly operators: readonly { readonly name: string }[];
      };
      expect(operators.map(({ name }) => name)).toEqual(expect.arrayContaining(labelled));
      const last = labelled.at(-1);
      if (last !== undefined)
        expect(
          (
            await post(https, "Authenticate", {
              ...{ API: 1, User: last, Password: `the password number ${last.slice("operator-".length)}` },
            })
          ).result["Token"],
        ).toEqual(expect.any(String));
    }
    expect((await hub.kill("SIGTERM")).code).toBe(0);
  });
});
