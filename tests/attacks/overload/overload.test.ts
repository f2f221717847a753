import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "@pilothouse/system/testing/scratch";
import { describe, expect, it } from "vitest";
import { serve } from "../../blackbox/process.js";
import { FACTORY, logIn, PASSWORD, rpc, tokenFor } from "../../blackbox/wire.js";
import { beside } from "../../support/beside.js";
import { openTarget } from "../target.js";

const CROWD = 50;

describe("While fifty clients log in without pause", () => {
  it("RouterInfo is answered all the time, and every login in the end", { timeout: 600_000 }, async () => {
    const { https } = await serve(scratch());
    const first = await tokenFor(https, FACTORY);
    await rpc(https, "ServiceControl", { Token: first, "svccontrol.password": PASSWORD });
    const Token = await tokenFor(https, PASSWORD);
    let over = false;
    let logins = 0;
    const login = async () => {
      while (!over) {
        expect((await logIn(https, PASSWORD)).code).toBeUndefined();
        logins++;
      }
    };
    const crowd = beside(Promise.all(Array.from({ length: CROWD }, login)).finally(() => (over = true)));
    let answers = 0;
    for (; !over && logins < 4 * CROWD; answers++) {
      const { result } = await rpc(https, "RouterInfo", { Token, "svc.router.uptime": "" });
      expect(result["svc.router.uptime"]).toBeTypeOf("number");
    }
    over = true;
    await crowd;
    // One that waited in the line of logins would have been answered no oftener than each of the crowd.
    expect(answers).toBeGreaterThan((4 * logins) / CROWD);
  });
});

describe("A router that hangs", () => {
  it("costs no caller an answer: neither its readers nor the others", async () => {
    const target = await openTarget({ costly: true });
    target.simulator.faults.hang();
    const info = () => target.call("RouterInfo", { "svc.router.status": "", "svc.router.net.status": "" });
    const isUnreachable = async () => {
      target.clock.advance(1_000);
      return String((await info()).result["svc.router.status"]).includes("Unreachable");
    };
    // It has been asked for ten seconds, and no answer has come.
    while (!(await isUnreachable())) await sleep(20);
    const replies = await Promise.all([
      ...Array.from({ length: 100 }, info),
      target.call("Echo", { Echo: "x" }),
      target.call("NetworkSetting", { "svc.router.net.bw.in": "77" }),
      target.call("AdvancedSettings", { getAll: "" }),
      target.call("pilothouse.status"),
      target.call("GetRate", { Stat: "bw.sendRate", Period: 60_000 }),
      logIn(target.https, PASSWORD),
    ]);
    expect(replies.map(({ code }) => code)).toEqual(replies.map(() => undefined));
    expect(replies[0]?.result["svc.router.status"]).toContain("Unreachable");

    target.simulator.faults.release();
    while (await isUnreachable()) await sleep(20);
  });
});
