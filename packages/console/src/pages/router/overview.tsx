import { ask } from "@pilothouse/client/browser";
import type { ComponentProps } from "preact";
import { type History, useHistory } from "../../graphs/history.js";
import { HistoryGraphs } from "../../graphs/history-graphs.js";
import { Hero } from "../../overview/hero.js";
import { Tiles } from "../../overview/tiles.js";
import { ToDo } from "../../overview/to-do.js";
import { TrafficTable } from "../../overview/traffic-table.js";
import { useCell } from "../../state/cell.js";
import { type NetworkValues, networkSettings } from "../../state/drafts/network-values.js";
import { useHelm, useRepeated } from "../../state/hooks.js";

/** Limits and totals change seldom. */
const SELDOM = 30_000;
const KIB = 1024;

export function Overview() {
  const { session } = useHelm();
  const history = useHistory();
  const network = useRepeated(() => session.ask(networkSettings()), SELDOM, [session]).value;
  const traffic = useRepeated(() => session.ask(ask.own("pilothouse.traffic", {})), SELDOM, [session]).value;
  return (
    <>
      <Present network={network} traffic={traffic} history={history} />
      <HistoryGraphs history={history} limits={limitsOf(network)}>
        {traffic && <TrafficTable traffic={traffic} />}
      </HistoryGraphs>
    </>
  );
}

interface PresentProps extends Omit<ComponentProps<typeof Hero>, "seen"> {
  readonly history: History;
}

/** What changes every second; the graphs below do not. */
function Present({ history, ...hero }: PresentProps) {
  const seen = useCell(useHelm().live.seen);
  return (
    seen && (
      <>
        <Hero seen={seen} {...hero} />
        <ToDo seen={seen} />
        <Tiles seen={seen} history={history} />
      </>
    )
  );
}

function limitsOf(network: NetworkValues | undefined): readonly [number, number] | undefined {
  const [most, least] = [network?.["router.net.bw.in"], network?.["router.net.bw.out"]];
  return most == null || least == null ? undefined : [Number(most) * KIB, Number(least) * KIB];
}
