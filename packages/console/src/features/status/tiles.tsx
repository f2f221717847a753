import type { InfoName } from "@pilothouse/client/browser";
import { infoDefinition, type RateStat } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { Icon } from "../../parts/icon.js";
import { useI18n } from "../../state/hooks.js";
import type { RouterSnapshot } from "../../state/live.js";
import { Sparkline } from "./sparkline.js";

interface TilesProps {
  readonly snapshot: RouterSnapshot;
  /** The values of a statistic until now. */
  readonly recent: (stat: RateStat) => readonly (number | null)[];
}

/** Values that change every second. A key that the router does not report shows no number. */
export function Tiles({ snapshot, recent }: TilesProps) {
  const { texts, format, fill } = useI18n();
  const words = texts.overview;
  const { info } = snapshot;
  const shown = (name: InfoName): string =>
    info[name] === undefined ? "–" : format.inUnit(infoDefinition(`router.${name}`).unit, Number(info[name]));
  const line = (stat: RateStat, colour = 0) => <Sparkline values={recent(stat)} colour={colour} />;
  return (
    <section class="tiles" aria-label={words.numbers}>
      <Tile
        label={words.inbound}
        icon="in"
        value={shown("net.bw.inbound.1s")}
        more={[fill(words.average, { rate: shown("net.bw.inbound.15s") })]}
        line={line("bw.recvRate")}
      />
      <Tile
        label={words.outbound}
        icon="out"
        value={shown("net.bw.outbound.1s")}
        more={[fill(words.average, { rate: shown("net.bw.outbound.15s") })]}
        line={line("bw.sendRate", 1)}
      />
      <Tile
        label={words.tunnels}
        value={shown("net.tunnels.participating")}
        more={[
          info["net.tunnels.successrate"] !== undefined &&
            fill(words.success, { share: shown("net.tunnels.successrate") }),
        ]}
        line={line("tunnel.participatingTunnels")}
      />
      <Tile
        label={words.active}
        value={shown("netdb.activepeers")}
        more={[
          // Each number stays with its words.
          `${words.highCapacity}:\u00a0${shown("netdb.highcapacitypeers")}, ${words.fast}:\u00a0${shown("netdb.fastpeers")}`,
        ]}
        line={line("router.activePeers")}
      />
      <Tile
        label={words.known}
        value={shown("netdb.knownpeers")}
        more={[info["netdb.isreseeding"] === true && words.reseeding]}
        line={line("netDb.knownPeers")}
      />
    </section>
  );
}

interface TileProps {
  readonly label: string;
  readonly icon?: "in" | "out";
  readonly value: string;
  readonly more: readonly (ComponentChildren | false)[];
  readonly line: ComponentChildren;
}

const Tile = ({ label, icon, value, more, line }: TileProps) => (
  <div class="card tile">
    <h2>
      {icon && <Icon name={icon} />} {label}
    </h2>
    <p class="value">{value}</p>
    {more.map((words) => words && <p class="about">{words}</p>)}
    {line}
  </div>
);
