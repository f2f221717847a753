import { existsSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { type Clock, type Router, systemClock } from "@pilothouse/drivers/port";
import { type Log, type SettingName, silentLog, storeFile } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { choosePassword } from "./chosen-password.js";
import { settingsFor, start } from "./start.js";

export const PASSWORD = "a password for tests";

export interface Sent {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request exactly as given: no header is added that a test did not ask for but Host. */
export function send(url: string, { method = "GET", headers = {}, body = "" }: Sent = {}): Promise<Got> {
  const request = url.startsWith("https:") ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, headers, rejectUnauthorized: false, agent: false }, (response) => {
      let text = "";
      response.setEncoding("latin1");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

/** A service on free ports with a simulated router, or the given one; its password is already changed. */
export async function startService(
  flags: { readonly [N in SettingName]?: string } = {},
  {
    consoleDir,
    dataDir = scratch(),
    clock = systemClock,
    log = silentLog,
    router,
    fresh,
  }: {
    consoleDir?: string;
    dataDir?: string;
    clock?: Clock;
    log?: Log;
    router?: Router;
    /** Leaves the factory password in force. */
    fresh?: boolean;
  } = {},
) {
  if (!fresh && !existsSync(storeFile(dataDir))) await choosePassword(dataDir, PASSWORD);
  const service = await start({
    dataDir,
    flags,
    clock,
    log,
    ...(router && { makeRouter: () => router }),
    consoleDir,
  });
  const peer = { address: "192.0.2.7" };
  const call = async (method: string, params: object = {}, from = peer) => {
    const { text, afterwards } = await service.answer(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      from,
    );
    afterwards?.();
    return JSON.parse(text) as {
      readonly result?: Record<string, unknown>;
      readonly error?: { code: number };
    };
  };
  const login = async () =>
    String((await call("Authenticate", { API: 1, Password: PASSWORD })).result?.["Token"]);
  return {
    service,
    dataDir,
    https: service.https ?? "",
    http: service.http ?? "",
    call,
    login,
    reload: (more: typeof flags) => service.reload(settingsFor({ dataDir, flags: { ...flags, ...more } })),
    stop: () => service.stop(),
  };
}
