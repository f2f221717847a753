import type { EventEntry } from "@pilothouse/protocol";
import {
  checkedFilter,
  type EventFilter,
  type EventLog,
  type Feature,
  type Kernel,
  openTimeline,
} from "@pilothouse/server";
import type { NodesProvide } from "../nodes/feature.js";
import type { Operators } from "../operators/operators.js";
import { EVERY } from "../view/selection.js";
import { FleetWatch } from "./fleet-watch.js";
import { ToldFindings } from "./told-findings.js";

type Provides = ReturnType<typeof openTimeline>["provides"];

/** The hub's timeline, before anybody can log in. */
export const record: Feature<Kernel, Provides> = {
  open: (kernel) => ({ ...openTimeline(kernel), handlers: {} }),
};

interface Needs extends Pick<NodesProvide, "inventory" | "judge">, Pick<Kernel, "store"> {
  readonly events: EventLog;
  readonly operators: Operators;
}

const LOOK_EVERY_MS = 5_000;

/** What happened to the fleet: found by looking at its nodes, and read by those who may see them. */
export const fleetEvents: Feature<Needs, { readonly fleetWatch: FleetWatch }, "pilothouse.events"> = {
  open({ inventory, judge, events, operators, store }) {
    const watch = new FleetWatch({ inventory, judge, events, told: new ToldFindings(store) });
    return {
      provides: { fleetWatch: watch },
      handlers: {
        async "pilothouse.events"(asked, { session }) {
          const sees = operators.sees(session);
          const isSeen = (name: string) => {
            const node = inventory.find(name);
            return node !== undefined && sees(node);
          };
          const filter = checkedFilter(asked);
          const found = await (sees === EVERY ? events.read(filter) : seenOf(events, filter, isSeen));
          return { events: found, newest: events.newest };
        },
      },
      recurring: [{ everyMs: LOOK_EVERY_MS, work: () => watch.look() }],
    };
  },
};

const MOST_READ = 500;

/** The events of the nodes that somebody sees, without the names of others. */
async function seenOf(
  events: EventLog,
  asked: EventFilter,
  isSeen: (name: string) => boolean,
): Promise<EventEntry[]> {
  const { limit = 100 } = asked;
  const found: EventEntry[] = [];
  for (let from = {}; ; ) {
    const page = await events.read({ ...asked, ...from, limit: MOST_READ });
    for (const event of page) {
      const names = String(event.data["nodes"] ?? "")
        .split(", ")
        .filter(isSeen);
      if (names.length === 0) continue;
      found.push({ ...event, data: { ...event.data, nodes: names.join(", "), count: names.length } });
      if (found.length === limit) return found;
    }
    const last = page.at(-1)?.id;
    if (last === undefined || page.length < MOST_READ) return found;
    from = asked.after === undefined ? { before: last } : { after: last };
  }
}
