import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it } from "vitest";
import { serve } from "../blackbox/process.js";
import { callText, FACTORY, PASSWORD } from "../blackbox/wire.js";
import { twoPorts } from "../support/ports.js";
import { knockDuring, post } from "./knocker.js";
import { JSONRPC_ON } from "./token.js";

/** A wrong password, or too many of them. */
const REFUSALS: readonly unknown[] = [-32001, -32000];

it("With a first password in a file, the factory password never gets a token, from the first moment on", async () => {
  for (let start = 0; start < 5; start++) {
    const password = join(scratch(), "password");
    writeFileSync(password, PASSWORD);
    const { args, https, http } = await twoPorts();
    const call = callText("Authenticate", { API: 1, Password: FACTORY });
    const isRight = (_status: number, body: string) => REFUSALS.includes(JSON.parse(body).error?.code);
    // Each is hashed, or waits for those that are. What matters are the first that find the port open.
    const few = 4;
    const knocks = [
      { port: https, secure: true, request: post("/", call), isRight, few },
      ...[1, 2, 3].map(() => ({ port: http, secure: false, request: post("/jsonrpc/", call), isRight, few })),
    ];
    const served = await knockDuring(knocks, () =>
      serve(join(scratch(), "data"), {
        args: [...args, ...JSONRPC_ON],
        env: { PILOTHOUSE_PASSWORD_FILE: password },
      }),
    );
    expect((await served.kill("SIGTERM")).code).toBe(0);
  }
});
