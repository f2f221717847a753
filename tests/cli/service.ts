import { join } from "node:path";
import { makeRouter, SETTINGS } from "@pilothouse/cli";
import { type Clock, systemClock } from "@pilothouse/drivers/port";
import type { Service } from "@pilothouse/server";
import type { loadSettings } from "@pilothouse/server/settings";
import { scratch } from "@pilothouse/system/testing/scratch";
import { choosePassword } from "../support/chosen-password.js";
import { start } from "../support/start.js";

export const PASSWORD = "correct horse";

export interface TestService extends AsyncDisposable {
  readonly url: string;
  readonly httpUrl: string;
  readonly fingerprint: string;
  /** A session that is open already; without one with the factory password. */
  readonly token: string;
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
  /** Starts it again on the same ports, with the same store. */
  readonly startAgain: () => Promise<void>;
}

interface Wanted {
  readonly clock?: Clock;
  /** Leaves the factory password in force. */
  readonly factory?: boolean;
  readonly flags?: NonNullable<Parameters<typeof loadSettings>[0]["flags"]>;
}

/** The real service with its simulated router, on free ports of this machine. */
export async function startService({ clock = systemClock, factory, flags = {} }: Wanted = {}) {
  const dataDir = join(scratch(), "data");
  const open = async (ports: { readonly https: string; readonly http: string }) => {
    const own = { "https.port": ports.https, "http.port": ports.http, "http.jsonrpc": "true" };
    return start({
      dataDir,
      flags: { ...own, ...flags },
      table: SETTINGS,
      makeRouter: (router, storage) => makeRouter(router, storage, clock),
      clock,
      version: "test",
    });
  };
  if (!factory) await choosePassword(dataDir, PASSWORD);
  let service = await open({ https: "0", http: "0" });
  const { https = "", http = "", fingerprint = "" } = service;
  const url = https;
  const token = factory ? "" : await logIn(service);
  return {
    token,
    url,
    httpUrl: `${http}jsonrpc/`,
    fingerprint,
    dataDir,
    stop: () => service.stop(),
    startAgain: async () => {
      service = await open({ https: new URL(https).port, http: new URL(http).port });
    },
    [Symbol.asyncDispose]: () => service.stop(),
  } satisfies TestService;
}

async function logIn(service: Service): Promise<string> {
  const params = { API: 1, Password: PASSWORD };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "Authenticate", params });
  return JSON.parse((await service.answer(text, { address: "127.0.0.1" })).text).result.Token;
}

/** The variables of somebody who is logged in already. */
export const loggedIn = ({ url, fingerprint, token }: TestService) => ({
  PILOTHOUSE_URL: url,
  PILOTHOUSE_FINGERPRINT: fingerprint,
  PILOTHOUSE_TOKEN: token,
});
