import type { NetStatus, Result } from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../../parts/icon.js";
import type { NetworkValues } from "../../state/drafts/network-values.js";
import { useI18n } from "../../state/hooks.js";
import { type RouterSnapshot, UP } from "../../state/live.js";
import { type Severity, severityOf } from "../health/health.js";
import { useVerdict } from "../health/use-verdict.js";
import { Lowered } from "../traffic/lowered.js";
import { FindingActions } from "./finding-actions.js";
import { isToDo, statedIn } from "./to-do.js";

const KIB = 1024;

interface HeroProps {
  readonly snapshot: RouterSnapshot;
  readonly network: NetworkValues | undefined;
  readonly traffic: Result<"pilothouse.traffic"> | undefined;
}

/** The first things to know: the router's state, whether others can reach it, and how much it shares. */
export const Hero = ({ snapshot, network, traffic }: HeroProps) => (
  <div class="hero">
    <State snapshot={snapshot} />
    <Reachability snapshot={snapshot} />
    <Sharing snapshot={snapshot} network={network} traffic={traffic} />
  </div>
);

interface PanelProps {
  readonly label: string;
  readonly severity: Severity | "plain";
  readonly icon: IconName;
  readonly says: string;
  readonly more?: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly class?: string;
  /** Read out when it changes. */
  readonly live?: "polite";
}

const Panel = ({ label, severity, icon, says, more, children, class: name = "", live }: PanelProps) => (
  <section class={`card panel ${severity} ${name}`} aria-label={label}>
    <p class="label">
      <Icon name={icon} /> {label}
    </p>
    <h2 aria-live={live}>{says}</h2>
    {more && <p>{more}</p>}
    {children}
  </section>
);

function State({ snapshot }: { readonly snapshot: RouterSnapshot }) {
  const { texts, format, fill } = useI18n();
  const verdict = useVerdict();
  const { severity = "testing", says = "", more = "" } = verdict ?? {};
  const stated = statedIn(verdict);
  const { info, status, health } = snapshot;
  // The list below says what to do; do not repeat it here.
  const isListed = stated === undefined && severity !== "good" && snapshot.away !== "service";
  const listed = isListed ? health.findings.filter(isToDo).length : 0;
  const runs = status.phase !== "stopped" && info.uptime !== undefined;
  return (
    <Panel
      class="state"
      live="polite"
      label={texts.health.state}
      severity={severity}
      icon={severity}
      says={says}
      more={listed > 0 ? fill(texts.health.listed, { count: listed }) : more}
    >
      {stated && isToDo(stated) && <FindingActions finding={stated} />}
      <dl class="facts">
        <div>
          <dt>{texts.overview.uptime}</dt>
          <dd>{runs ? format.duration(info.uptime ?? 0) : "–"}</dd>
        </div>
        <div>
          <dt>{texts.overview.version}</dt>
          <dd>
            {status.router} {info.version ?? ""}
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** While a router starts or stops, the service fills in that it has no peers: then nothing is known. */
export const netStatusOf = ({
  info,
  status,
  away,
}: Pick<RouterSnapshot, "away"> & {
  readonly info: Pick<RouterSnapshot["info"], "net.status">;
  readonly status: Pick<RouterSnapshot["status"], "phase">;
}): NetStatus | undefined => (away === undefined && UP.has(status.phase) ? info["net.status"] : undefined);

function Reachability({ snapshot }: { readonly snapshot: RouterSnapshot }) {
  const { texts } = useI18n();
  const words = texts.health;
  const code = netStatusOf(snapshot);
  if (code === undefined)
    return <Panel label={words.reach} severity="plain" icon="globe" says={words.reachUnknown} />;
  const severity = severityOf(code);
  const said = code === 0 ? { says: words.reachable, advice: words.reachableMore } : texts.net[code];
  return <Panel label={words.reach} severity={severity} icon="globe" says={said.says} more={said.advice} />;
}

function Sharing({ snapshot, network, traffic }: HeroProps) {
  const { texts, format, fill } = useI18n();
  const words = texts.health;
  // Some routers report transit traffic separately.
  const rate = snapshot.info["net.bw.transit.15s"] ?? snapshot.info["net.bw.outbound.15s"];
  const limit = Number(network?.["router.net.bw.out"] ?? 0) * KIB;
  const share = network?.["router.net.bw.share"];
  const shown = rate === undefined ? "–" : format.rate(rate);
  const totals = traffic && [
    [words.today, traffic.today] as const,
    [words.month, traffic.month] as const,
    [words.allTime, traffic.all] as const,
  ];
  const budget = traffic?.budget;
  const amount = format.amounts(budget?.limit ?? null);
  return (
    <Panel
      class="sharing"
      label={words.sharing}
      severity="plain"
      icon="share"
      says={limit > 0 ? fill(words.sharingOf, { rate: shown, limit: format.rate(limit) }) : shown}
      more={share == null ? undefined : fill(words.sharePercent, { share: format.percent(Number(share)) })}
    >
      {limit > 0 && rate !== undefined && (
        <meter aria-label={words.sharing} min={0} max={limit} value={Math.min(limit, rate)} />
      )}
      {totals && <p class="about all-traffic">{words.allTraffic}</p>}
      {totals && (
        <dl class="totals">
          {totals.map(([label, { received, sent }]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd title={fill(words.inOut, { received: amount(received), sent: amount(sent) })}>
                <span class="nowrap">
                  <Icon name="in" />
                  {amount(received)}
                </span>{" "}
                <span class="nowrap">
                  <Icon name="out" />
                  {amount(sent)}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {budget && budget.limit !== null && (
        <p class="about">
          {fill(words.budget, {
            used: amount(budget.used),
            limit: amount(budget.limit),
            ends: format.date(budget.ends),
          })}
        </p>
      )}
      <Lowered budget={budget} />
      {traffic && !traffic.exact && <p class="about">{words.estimated}</p>}
    </Panel>
  );
}
