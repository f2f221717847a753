import { setTimeout as sleep } from "node:timers/promises";
import { INFO_NAMES, type InfoName, type InfoOf } from "@pilothouse/client";
import type { Context } from "../../command/context.js";
import { type Connection, withClient } from "../../remote/session.js";
import { asTemporary } from "../../remote/wait.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { painter } from "../../terminal/style.js";
import { timeSpan } from "../../terminal/units.js";
import { pastOf } from "./watch/past.js";
import { Screen } from "./watch/screen.js";
import { view, type WatchState } from "./watch/view.js";

interface Options {
  readonly interval: string;
  readonly count?: string;
}

const SHORTEST_MS = 200;
const ANSWER_MS = 5_000;
/** As many looks as the widest terminal shows. */
const REMEMBERED = 1_000;

/** The router as it lives: a screen for people, a line of JSON for each look for programs. */
export async function watch(context: Context, _args: [], options: Options): Promise<void> {
  const everyMs = Math.max(SHORTEST_MS, timeSpan(options.interval));
  if (!context.out.json && !process.stdout.isTTY)
    throw new Complaint("watch needs a terminal; --json gives a line for each look", EXIT.usage);
  await withClient(context, (connection) =>
    context.out.json
      ? lines(context, connection, everyMs, options.count)
      : live(context, connection, everyMs),
  );
}

async function lines(
  { out }: Context,
  { client, signal }: Connection,
  everyMs: number,
  typed = "",
): Promise<void> {
  const count = typed === "" ? Number.POSITIVE_INFINITY : Number(typed);
  if (!(count > 0)) throw new Complaint(`--count wants a number above 0, got ${typed}`, EXIT.usage);
  let answer: object = await client.routerInfo(INFO_NAMES, { signal });
  for (let looks = 1; ; looks++) {
    out.line("", { at: Date.now(), ...answer });
    if (looks >= count) return;
    await sleep(everyMs, undefined, { signal }).catch(() => {});
    answer = await client.routerInfo(INFO_NAMES, { signal, timeout: ANSWER_MS }).catch(asTemporary);
  }
}

async function live(
  { ask }: Context,
  { client, target, signal }: Connection,
  everyMs: number,
): Promise<void> {
  // Before the screen: here a password may still be asked for.
  let info: InfoOf<InfoName> = await client.routerInfo(INFO_NAMES, { signal });
  ask.silence();
  const past = await pastOf(client, REMEMBERED, everyMs, signal);
  const inbound = [...past.inbound];
  const outbound = [...past.outbound];
  let trouble: { why: string; since: number } | undefined;
  const state = (): WatchState => ({
    title: target.profile === undefined ? target.url : `${target.profile}  ${target.url}`,
    info,
    inbound,
    outbound,
    trouble: trouble && { why: trouble.why, forMs: performance.now() - trouble.since },
  });
  const remember = () => {
    inbound.push(info["net.bw.inbound.1s"] ?? 0);
    outbound.push(info["net.bw.outbound.1s"] ?? 0);
    for (const values of [inbound, outbound]) if (values.length > REMEMBERED) values.shift();
  };
  remember();
  const paint = painter(process.stdout);
  using screen = new Screen((size) => view(state(), size, paint));
  while (!screen.left.aborted) {
    await sleep(everyMs, undefined, { signal: screen.left }).catch(() => {});
    if (screen.left.aborted) break;
    try {
      const answer = await client
        .routerInfo(INFO_NAMES, { signal: screen.left, timeout: ANSWER_MS })
        .catch(asTemporary);
      if ("error" in answer) trouble = { why: answer.error, since: trouble?.since ?? performance.now() };
      else {
        info = answer;
        trouble = undefined;
        remember();
      }
    } catch (error) {
      if (!screen.left.aborted) throw error;
    }
    screen.refresh();
  }
  if (screen.left.reason === "interrupted") throw new Complaint("interrupted", EXIT.interrupted);
}
