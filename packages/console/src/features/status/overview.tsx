import type { ComponentProps } from "preact";
import { useCell } from "../../state/cell.js";
import { networkSettings } from "../../state/drafts/network-values.js";
import { useAppState, usePolled } from "../../state/hooks.js";
import { useHistory, valuesIn } from "../history/history.js";
import { HistoryGraphs } from "../history/history-graphs.js";
import { TrafficTable } from "../traffic/traffic-table.js";
import { Details } from "./details.js";
import { Hero } from "./hero.js";
import { Tiles } from "./tiles.js";
import { ToDo } from "./to-do.js";
import { Uptime } from "./uptime.js";

/** Limits and totals change rarely. */
const SELDOM = 30_000;
/** What the small lines under the current values show, whatever the graphs show. */
const RECENT = 3_600_000;
const RECENT_POINTS = 60;

export function Overview() {
  const { session, live } = useAppState();
  const history = useHistory();
  const network = usePolled(() => session.ask(networkSettings()), SELDOM, [session]).value;
  const traffic = usePolled(() => session.call("pilothouse.traffic", {}), SELDOM, [session]).value;
  const recent = usePolled(
    () => {
      const now = live.now();
      return session.call("pilothouse.history", { from: now - RECENT, to: now, points: RECENT_POINTS });
    },
    SELDOM,
    [session, live],
  ).value;
  return (
    <>
      <CurrentValues network={network} traffic={traffic} recent={valuesIn(recent)} />
      <HistoryGraphs history={history}>{traffic && <TrafficTable traffic={traffic} />}</HistoryGraphs>
      <Uptime />
    </>
  );
}

type CurrentValuesProps = Omit<ComponentProps<typeof Hero> & ComponentProps<typeof Tiles>, "snapshot">;

/** A component of its own, because it renders every second and the graphs must not. */
function CurrentValues({ recent, ...hero }: CurrentValuesProps) {
  const snapshot = useCell(useAppState().live.snapshot);
  return (
    snapshot && (
      <>
        <Hero snapshot={snapshot} {...hero} />
        <ToDo snapshot={snapshot} />
        <Tiles snapshot={snapshot} recent={recent} />
        <Details snapshot={snapshot} />
      </>
    )
  );
}
