import type { InfoName } from "@pilothouse/client/browser";
import { infoRow } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { HistoryGraphs } from "../graphs/history-graphs.js";
import { health } from "../health/health.js";
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
  const shown = (name: InfoName): string =>
    info[name] === undefined ? "–" : format.inUnit(infoRow(`router.${name}`).unit, Number(info[name]));
  const ifKnown = (name: InfoName, sentence: (value: string) => string) =>
    info[name] !== undefined && sentence(shown(name));
  return (
    <section class="tiles" aria-label={words.numbers}>
      <Tile
        label={words.inbound}
        icon="in"
        value={shown("net.bw.inbound.1s")}
        more={[words.average(shown("net.bw.inbound.15s")), ifKnown("net.total.received.bytes", words.total)]}
      />
      <Tile
        label={words.outbound}
        icon="out"
        value={shown("net.bw.outbound.1s")}
        more={[words.average(shown("net.bw.outbound.15s")), ifKnown("net.total.sent.bytes", words.total)]}
      />
      <Tile
        label={words.tunnels}
        value={shown("net.tunnels.participating")}
        more={[ifKnown("net.tunnels.successrate", words.success)]}
      />
      <Tile
        label={words.active}
        value={shown("netdb.activepeers")}
        more={[
          `${words.highCapacity}: ${shown("netdb.highcapacitypeers")}`,
          `${words.fast}: ${shown("netdb.fastpeers")}`,
        ]}
      />
      <Tile
        label={words.known}
        value={shown("netdb.knownpeers")}
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
