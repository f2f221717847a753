import type { Router } from "@pilothouse/drivers/port";
import type { SettingName } from "@pilothouse/server";
import { atTheEnd, scratch } from "@pilothouse/system/testing/scratch";
import { expect } from "vitest";
import { javaRouter, type Setting } from "../../packages/drivers/src/upstream/testing/fixtures.js";
import type { JavaDouble } from "../../packages/drivers/src/upstream/testing/java/double.js";
import { FACTORY, type Fields, PASSWORD } from "../blackbox/wire.js";
import { start } from "../support/start.js";

interface Answer {
  readonly result: { readonly [name: string]: unknown };
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly [name: string]: unknown };
  };
}

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly facts: Fields;
}

/** The service in this process, over a double of Java I2P. Time passes when the case says so. */
export async function serveJava(setting: Setting = {}, flags: { readonly [N in SettingName]?: string } = {}) {
  const java = await javaRouter(setting);
  const log: LogLine[] = [];
  const logAs =
    (level: string) =>
    (...parts: readonly unknown[]) => {
      const [facts, message] = typeof parts[0] === "string" ? [{}, parts[0]] : parts;
      log.push({ level, message: String(message ?? ""), facts: facts as Fields });
    };
  const dataDir = scratch();
  const service = await start({
    dataDir,
    flags: { "http.enabled": "false", ...flags },
    makeRouter: () => java.router,
    clock: java.clock,
    log: {
      debug: logAs("debug"),
      info: logAs("info"),
      warn: logAs("warn"),
      error: logAs("error"),
      fatal: logAs("fatal"),
    },
  });
  atTheEnd(async () => {
    await service.stop();
    await java.double.close();
  });
  const ask = async (method: string, params: Fields): Promise<Answer> => {
    const sent = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const { text, afterwards } = await service.answer(sent, { address: "127.0.0.1" });
    afterwards?.();
    return JSON.parse(text);
  };
  const login = async (Password: string) =>
    String((await ask("Authenticate", { API: 1, Password })).result["Token"]);
  await ask("ServiceControl", { Token: await login(FACTORY), "svccontrol.password": PASSWORD });
  const Token = await login(PASSWORD);
  const call = (method: string, params: Fields = {}) => ask(method, { Token, ...params });
  const status = async () =>
    String((await call("RouterInfo", { "svc.router.status": "" })).result["svc.router.status"]);
  return {
    double: java.double as JavaDouble,
    router: java.router as Router,
    service,
    settings: service.options.settings,
    pass: java.pass,
    log,
    call,
    /** Lets the service see how the router is now: what was sampled is out of date after a while. */
    async later(seconds: number) {
      await java.pass(seconds);
      await call("RouterInfo", { "svc.router.status": "" });
    },
    /** Waits until the router got the request to end, and has ended. */
    async ended() {
      const wasAsked = () => java.double.calls.some(({ method }) => method === "RouterManager");
      await expect.poll(wasAsked).toBe(true);
      await java.pass(5);
    },
    /** Waits until the status is this; the router itself does not change meanwhile. */
    until: (text: string) =>
      expect
        .poll(() => {
          java.clock.ms += 1_000;
          return status();
        })
        .toBe(text),
    status,
    audit: async () =>
      (
        (await call("pilothouse.audit", { limit: 5 })).result["entries"] as {
          action: string;
          outcome: string;
        }[]
      ).map(({ action, outcome }) => `${action}: ${outcome}`),
  };
}
