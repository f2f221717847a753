import type { ComponentProps } from "preact";
import { useCell } from "../../state/cell.js";
import { type NetworkValues, networkSettings } from "../../state/drafts/network-values.js";
import { useAppState, usePolled } from "../../state/hooks.js";
import { type History, useHistory } from "../history/history.js";
import { HistoryGraphs } from "../history/history-graphs.js";
import { TrafficTable } from "../traffic/traffic-table.js";
import { Details } from "./details.js";
import { Hero } from "./hero.js";
import { Tiles } from "./tiles.js";
import { ToDo } from "./to-do.js";

/** Limits and totals change rarely. */
const SELDOM = 30_000;
const KIB = 1024;

export function Overview() {
  const { session } = useAppState();
  const history = useHistory();
  const network = usePolled(() => session.ask(networkSettings()), SELDOM, [session]).value;
  const traffic = usePolled(() => session.call("pilothouse.traffic", {}), SELDOM, [session]).value;
  return (
    <>
      <CurrentValues network={network} traffic={traffic} history={history} />
      <HistoryGraphs history={history} limits={limitsOf(network)}>
        {traffic && <TrafficTable traffic={traffic} />}
      </HistoryGraphs>
    </>
  );
}

interface CurrentValuesProps extends Omit<ComponentProps<typeof Hero>, "snapshot"> {
  readonly history: History;
}

/** A component of its own, because it renders every second and the graphs must not. */
function CurrentValues({ history, ...hero }: CurrentValuesProps) {
  const snapshot = useCell(useAppState().live.snapshot);
  return (
    snapshot && (
      <>
        <Hero snapshot={snapshot} {...hero} />
        <ToDo snapshot={snapshot} />
        <Tiles snapshot={snapshot} history={history} />
        <Details snapshot={snapshot} />
      </>
    )
  );
}

function limitsOf(network: NetworkValues | undefined): readonly [number, number] | undefined {
  const [inbound, outbound] = [network?.["router.net.bw.in"], network?.["router.net.bw.out"]];
  return inbound == null || outbound == null ? undefined : [Number(inbound) * KIB, Number(outbound) * KIB];
}
