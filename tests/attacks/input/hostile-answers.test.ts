import { isUtf8 } from "node:buffer";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Log, silentLog } from "@pilothouse/server";
import { expect, it } from "vitest";
import { startService } from "../../support/service.js";
import { report } from "../figures.js";
import { SLICE, times } from "../long.js";
import { MIB } from "../overload/memory.js";
import { hostileBody } from "./hostile-bodies.js";
import { CODES, faultOf } from "./judgement.js";
import { random } from "./random.js";

/** The requests of hostile-input.test.ts without a socket, so that many more fit in the same time. */

const REQUESTS = times(2_500, 1_000_000);
const WARM_UP = 2_000;
const SEED = 20_261_101 + SLICE;
/** This many run at once; otherwise the test would only wait for the disk and the hashing of passwords. */
const AT_ONCE = 16;
const MAY_GROW = 100 * MIB;
const peer = { address: "192.0.2.7" };

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const heap = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

it(
  "every request without a socket is answered by a valid envelope, and leaves nothing behind",
  async () => {
    const errors: unknown[] = [];
    const log: Log = { ...silentLog, error: (...logged: unknown[]) => void errors.push(logged) };
    const { service, call, login, stop } = await startService({}, { log });
    const spent = await login();
    await call("pilothouse.logout", { Token: spent });
    const tokens = { spent, good: await login() };
    const chance = random(SEED);
    const codes = new Map<string, number>();
    let sent = 0;
    const ask = async (until: number) => {
      while (sent < until) {
        const body = hostileBody(chance, tokens);
        // Input that is not text is refused before this point.
        if (!isUtf8(body.bytes)) continue;
        sent++;
        const answering = service.answer(body.bytes.toString(), peer);
        const { text, retryAfter, afterwards } = answering instanceof Promise ? await answering : answering;
        afterwards?.();
        const heard =
          retryAfter === undefined
            ? { status: 200, headers: "", body: text }
            : { status: 429, headers: `Retry-After: ${retryAfter}`, body: text };
        const fault = faultOf(heard, body);
        if (fault !== undefined)
          expect({ fault, seed: SEED, sent, asked: body.bytes.toString(), heard }).toBeUndefined();
        const [, code = "0"] = /"error":\{"code":(-\d+)/.exec(text) ?? [];
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    };
    const askAtOnce = (until: number) => Promise.all(Array.from({ length: AT_ONCE }, () => ask(until)));
    // The first requests bring code and buffers that stay.
    await askAtOnce(WARM_UP);
    const before = heap();
    const began = Date.now();
    await askAtOnce(WARM_UP + REQUESTS);
    const seconds = Math.round((Date.now() - began) / 1_000);
    const after = heap();

    // Every kind of hostile input occurs, unless only a few were sent.
    if (REQUESTS >= 20_000) expect(CODES.filter((code) => !codes.has(String(code)))).toEqual([]);
    expect(codes.get("0")).toBeGreaterThan(REQUESTS / 10);
    expect(after - before).toBeLessThan(MAY_GROW);
    expect(errors).toEqual([]);
    expect((await call("Echo", { Token: tokens.good, Echo: "still here" })).result).toEqual({
      Result: "still here",
    });
    await stop();
    report("hostile requests in process", {
      ...{ requests: REQUESTS, "of which succeeded": codes.get("0") ?? 0, seconds },
      ...{ "heap MiB before": Math.round(before / MIB), "heap MiB after": Math.round(after / MIB) },
    });
  },
  Math.max(180_000, 10 * REQUESTS),
);
