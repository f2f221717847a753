import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { send, startService } from "../support/service.js";

type Running = Awaited<ReturnType<typeof startService>>;

describe("/metrics", () => {
  describe("as it is by default", () => {
    let running: Running;
    beforeEach(async () => {
      running = await startService();
    });
    afterEach(() => running.stop());

    it("is not there", async () => {
      const headers = { Authorization: `Bearer ${await running.login()}` };
      expect((await send(`${running.https}metrics`, { headers })).status).toBe(404);
      expect((await send(`${running.http}metrics`, { headers })).status).toBe(404);
    });

    it("is there as soon as it is switched on", async () => {
      await running.reload({ "metrics.enabled": "true" });
      const headers = { Authorization: `Bearer ${await running.login()}` };
      expect((await send(`${running.https}metrics`, { headers })).status).toBe(200);
      expect((await send(`${running.http}metrics`, { headers })).status).toBe(200);
    });
  });

  describe("when it is on", () => {
    let running: Running;
    let bearer: { readonly Authorization: string };
    beforeAll(async () => {
      running = await startService({ "metrics.enabled": "true" });
      bearer = { Authorization: `Bearer ${await running.login()}` };
    });
    afterAll(() => running.stop());

    it("shows nothing without a token, or with a wrong one", async () => {
      const tries = ["", "Bearer", "Bearer x", "Basic eDp5", "Bearer undefined", "bearer null"];
      for (const Authorization of tries) {
        const { status, headers, text } = await send(`${running.https}metrics`, {
          headers: { Authorization },
        });
        expect(status).toBe(401);
        expect(headers["www-authenticate"]).toMatch(/^Bearer/);
        expect(text).not.toContain("i2p_router");
      }
      expect((await send(`${running.http}metrics`)).status).toBe(401);
    });

    it("does not take a token that was revoked", async () => {
      const Token = await running.login();
      await running.call("pilothouse.logout", { Token });
      const { status } = await send(`${running.https}metrics`, {
        headers: { Authorization: `Bearer ${Token}` },
      });
      expect(status).toBe(401);
    });

    it("is read by GET and nothing else", async () => {
      for (const method of ["POST", "PUT", "HEAD", "DELETE", "OPTIONS"]) {
        const { status, headers } = await send(`${running.https}metrics`, { method, headers: bearer });
        expect([method, status, headers["allow"]]).toEqual([method, 405, "GET"]);
      }
    });

    it("has the same gates as every route", async () => {
      for (const base of [running.http, running.https])
        for (const bad of [
          { Host: "evil.example" },
          { Origin: "https://evil.example" },
          { Origin: "null" },
          { "Sec-Fetch-Site": "cross-site" },
        ])
          expect((await send(`${base}metrics`, { headers: { ...bearer, ...bad } })).status).toBe(403);
    });

    it("is found only at its exact path", async () => {
      for (const path of [
        "metrics/",
        "Metrics",
        "%6detrics",
        "metrics%2f",
        "./metrics/../metricsx",
        "/metrics",
      ])
        expect((await send(`${running.https}${path}`, { headers: bearer })).status).toBe(404);
    });

    it("speaks the text format unless OpenMetrics is preferred", async () => {
      const asked = async (Accept: string) => {
        const { headers, text } = await send(`${running.https}metrics`, { headers: { ...bearer, Accept } });
        return { type: headers["content-type"], ends: text.endsWith("# EOF\n") };
      };
      const plain = { type: "text/plain; version=0.0.4; charset=utf-8", ends: false };
      const open = { type: "application/openmetrics-text; version=1.0.0; charset=utf-8", ends: true };
      expect(await asked("*/*")).toEqual(plain);
      expect(await asked("text/plain")).toEqual(plain);
      expect(await asked("image/png")).toEqual(plain);
      expect(
        await asked(
          "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
        ),
      ).toEqual(open);
      // The names of counters must not have suffered from the scrape before.
      const { text } = await send(`${running.https}metrics`, { headers: bearer });
      expect(text).toContain("\n# TYPE i2p_router_net_bytes_total counter\n");
    });

    it("gives the network status as a set of states with one active", async () => {
      const { text } = await send(`${running.https}metrics`, { headers: bearer });
      const states = [
        ...text.matchAll(/^i2p_router_net_status\{state="([a-z0-9_]+)",router="simulator"\} (\d)$/gm),
      ];
      expect(states).toHaveLength(15);
      expect(states.filter(([, , value]) => value === "1")).toHaveLength(1);
      expect(states.map(([, state]) => state)).toEqual(
        expect.arrayContaining(["ok", "testing", "firewalled", "error_clock_skew"]),
      );
    });

    it("counts requests by method and outcome, and strangers make up no labels", async () => {
      const count = async (labels: string) => {
        const { text } = await send(`${running.https}metrics`, { headers: bearer });
        const at = `pilothouse_rpc_requests_total{${labels},router="simulator"} `;
        return Number(
          text
            .split("\n")
            .find((line) => line.startsWith(at))
            ?.slice(at.length) ?? 0,
        );
      };
      const before = await count('method="Echo",code="0"');
      const Token = await running.login();
      await running.call("Echo", { Token, Echo: "x" });
      await running.call("Echo", { Token, Echo: 5 });
      await running.call("Authenticate", { API: 1, Password: "wrong" });
      await running.call('made"up', {});
      expect(await count('method="Echo",code="0"')).toBe(before + 1);
      expect(await count('method="Echo",code="-32602"')).toBe(1);
      expect(await count('method="unknown",code="-32601"')).toBe(1);
      const { text } = await send(`${running.https}metrics`, { headers: bearer });
      expect(text).toContain('pilothouse_login_failures_total{router="simulator"} 1\n');
      expect(text).toMatch(/pilothouse_rpc_duration_seconds_count\{method="Echo",router="simulator"\} 2\n/);
      expect(text).not.toContain("made");
    });

    it("shows neither an address nor a name of this machine or of a peer", async () => {
      const { text } = await send(`${running.https}metrics`, { headers: bearer });
      expect(text).not.toMatch(/\d+\.\d+\.\d+\.\d+|::1|localhost/);
    });
  });

  it("is open to programs on this machine only where that is allowed, and never to what was passed on", async () => {
    const running = await startService({ "metrics.enabled": "true", "metrics.allow_loopback": "true" });
    expect((await send(`${running.http}metrics`)).status).toBe(200);
    for (const name of ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
      expect((await send(`${running.http}metrics`, { headers: { [name]: "127.0.0.1" } })).status).toBe(401);
    const wrong = { Authorization: "Bearer wrong" };
    expect((await send(`${running.http}metrics`, { headers: wrong })).status).toBe(401);
    await running.stop();
  });

  it("has a token of its own, which opens nothing else and is read again with the settings", async () => {
    const running = await startService({ "metrics.enabled": "true" });
    const file = join(running.dataDir, "scrape-token");
    const status = async (token: string) =>
      (await send(`${running.https}metrics`, { headers: { Authorization: `Bearer ${token}` } })).status;
    const token = "0123456789abcdefghij";
    writeFileSync(file, `${token}\n`);
    expect(await status(token)).toBe(401);
    await running.reload({ "metrics.token_file": file });
    expect(await status(token)).toBe(200);
    expect(await status(`${token}x`)).toBe(401);
    expect((await running.call("Echo", { Token: token, Echo: "" })).error?.code).toBe(-32003);
    writeFileSync(file, "too short\n");
    await expect(running.reload({ "metrics.token_file": file })).rejects.toThrow(/metrics\.token_file.*20/);
    expect(await status(token)).toBe(200);
    await running.stop();
  });
});
