// What a year leaves on disk: history, events and the audit of a router that is used a great deal.
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { EVENT_KIND_NAMES } from "../../packages/protocol/dist/index.js";
import { Audit } from "../../packages/server/dist/audit/audit.js";
import { EventLog } from "../../packages/server/dist/features/record/event-log.js";
import { Store, silentLog } from "../../packages/server/dist/index.js";
import { besideRelease } from "../small/release.mjs";
import { freshDirectory } from "../support/processes.mjs";

const DAY = 86_400_000;
const START = 20_000 * DAY;
const DAYS = 365;
const [ACTIONS_A_DAY, EVENTS_A_DAY] = [100, 50];
const GOAL = 60e6;

/** As a change of the router's settings is audited: who, from where, what was there and what is there now. */
const action = (number) => [
  { address: "192.168.178.23", session: `session-${Math.floor(number / 20)}`, name: "kitchen tablet" },
  {
    action: "settings of the service",
    outcome: "done",
    details: [{ key: "router.net.bw.out", before: String(number), after: String(number + 1) }],
  },
];

/** A year of both, a day in each commit; the bytes that it takes. */
async function play() {
  const dir = freshDirectory();
  const store = Store.open(dir);
  const clock = { now: () => START };
  const [audit, log] = [new Audit(store, clock, silentLog), new EventLog(store, clock, silentLog)];
  const kindOf = (number) => EVENT_KIND_NAMES[number % EVENT_KIND_NAMES.length];
  for (let day = 0; day < DAYS; day++)
    await store.write((db) => {
      for (let one = 0; one < ACTIONS_A_DAY; one++)
        audit.entry(...action(day * ACTIONS_A_DAY + one)).insert(db);
      for (let one = 0; one < EVENTS_A_DAY; one++)
        log
          .entry(kindOf(day * EVENTS_A_DAY + one), () => ({ cause: `in the words of a router: ${one}` }))
          .insert(db);
    });
  await store.close();
  const { size } = statSync(join(dir, "pilothouse.db"));
  rmSync(dir, { recursive: true });
  return size;
}

/** `history` is what a year of that takes, in bytes. */
export async function yearOnDisk(history) {
  const year = await play();
  const row = (what, bytes, size = (bytes / 2 ** 20).toFixed(1)) => ({
    "on disk": what,
    MiB: size,
    "of 60 MB": (bytes / GOAL).toFixed(2),
  });
  const all = history + year;
  return [
    row("history of a year", history),
    row(`${ACTIONS_A_DAY} audited actions and ${EVENTS_A_DAY} events a day, for a year`, year),
    row("all of it", all, besideRelease("MiB on disk after a year", all / 2 ** 20, 1)),
  ];
}
