import type { ComponentChildren } from "preact";
import { health } from "../parts/health.js";
import { HistoryGraphs } from "../parts/history-graphs.js";
import { Icon } from "../parts/icon.js";
import { useCell } from "../state/cell.js";
import { useHelm, useSpeech } from "../state/hooks.js";
import type { Seen } from "../state/live.js";

export function Overview() {
  const seen = useCell(useHelm().live.seen);
  return (
    <>
      {seen && <Health seen={seen} />}
      {seen && <Tiles seen={seen} />}
      <HistoryGraphs />
    </>
  );
}

/** How the router is, why, and what to do. */
function Health({ seen }: { readonly seen: Seen }) {
  const { texts, format } = useSpeech();
  const { severity, says, advice } = health(seen, texts);
  const { info, status } = seen;
  return (
    <section class={`card health ${severity}`} aria-live="polite">
      <Icon name={severity} ring />
      <div>
        <h2>{says}</h2>
        <p>{advice}</p>
      </div>
      <dl class="facts" aria-live="off">
        <div>
          <dt>{texts.overview.uptime}</dt>
          <dd>{info.uptime === undefined ? "–" : format.duration(info.uptime)}</dd>
        </div>
        <div>
          <dt>{texts.overview.version}</dt>
          <dd>
            {status.router} {info.version ?? ""}
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** What moves, anew every second. A key that the router cannot tell has no number. */
function Tiles({ seen }: { readonly seen: Seen }) {
  const { texts, format } = useSpeech();
  const words = texts.overview;
  const { info } = seen;
  const told = <T,>(value: T | undefined, show: (value: T) => string): string =>
    value === undefined ? "–" : show(value);
  const total = (bytes: number | undefined) => bytes !== undefined && words.total(format.bytes(bytes));
  return (
    <section class="tiles" aria-label={words.numbers}>
      <Tile
        label={words.inbound}
        icon="in"
        value={told(info["net.bw.inbound.1s"], format.rate)}
        more={[
          words.average(told(info["net.bw.inbound.15s"], format.rate)),
          total(info["net.total.received.bytes"]),
        ]}
      />
      <Tile
        label={words.outbound}
        icon="out"
        value={told(info["net.bw.outbound.1s"], format.rate)}
        more={[
          words.average(told(info["net.bw.outbound.15s"], format.rate)),
          total(info["net.total.sent.bytes"]),
        ]}
      />
      <Tile
        label={words.tunnels}
        value={told(info["net.tunnels.participating"], format.count)}
        more={[
          info["net.tunnels.successrate"] !== undefined &&
            words.success(format.percent(info["net.tunnels.successrate"])),
        ]}
      />
      <Tile
        label={words.active}
        value={told(info["netdb.activepeers"], format.count)}
        more={[
          `${words.highCapacity}: ${told(info["netdb.highcapacitypeers"], format.count)}`,
          `${words.fast}: ${told(info["netdb.fastpeers"], format.count)}`,
        ]}
      />
      <Tile
        label={words.known}
        value={told(info["netdb.knownpeers"], format.count)}
        more={[info["netdb.isreseeding"] === true && words.reseeding]}
      />
    </section>
  );
}

interface TileProps {
  readonly label: string;
  readonly icon?: "in" | "out";
  readonly value: string;
  readonly more: readonly (ComponentChildren | false)[];
}

const Tile = ({ label, icon, value, more }: TileProps) => (
  <div class="card tile">
    <h2>
      {icon && <Icon name={icon} />} {label}
    </h2>
    <p class="value">{value}</p>
    {more.map((words) => words && <p class="about">{words}</p>)}
  </div>
);
