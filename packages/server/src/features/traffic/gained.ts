/** What a router had counted at some time. */
export interface Count {
  readonly at: number;
  /** On the monotonic clock, which starts with the machine. */
  readonly ticks: number;
  readonly uptime?: number | undefined;
  /** Starts of the router that its driver has seen; a new process of the service counts them from the beginning. */
  readonly starts?: number | undefined;
  readonly received: number;
  readonly sent: number;
}

export interface Gain {
  readonly received: number;
  readonly sent: number;
  /** The router has started since the count before. */
  readonly isNewLife: boolean;
  /** When they went over the line. */
  readonly from: number;
  readonly to: number;
}

/** Uptimes often count whole seconds, and a slow router takes a while to report its own. */
const TOLERANCE = 60_000;

/** The bytes between two counts: the difference, or, when the router has started in between, all of its new count. */
export function gained(last: Count, now: Count): Gain {
  if (isSameLife(last, now))
    return {
      received: now.received - last.received,
      sent: now.sent - last.sent,
      isNewLife: false,
      from: last.at,
      to: now.at,
    };
  const born = now.at - (now.uptime ?? 0);
  const { received, sent, at } = now;
  return { received, sent, isNewLife: true, from: Math.max(last.at, born), to: at };
}

function isSameLife(last: Count, now: Count): boolean {
  if (now.received < last.received || now.sent < last.sent) return false;
  if (last.starts !== undefined && now.starts !== undefined && last.starts !== now.starts) return false;
  if (last.uptime === undefined || now.uptime === undefined) return true;
  return now.uptime >= last.uptime && now.uptime + TOLERANCE >= elapsed(last, now);
}

/** The shorter of the two clocks: one may have been set, the other begins again with the machine. */
function elapsed(last: Count, now: Count): number {
  const [wall, ticks] = [now.at - last.at, now.ticks - last.ticks];
  return ticks < 0 ? wall : Math.min(wall, ticks);
}
