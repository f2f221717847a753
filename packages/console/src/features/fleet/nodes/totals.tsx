import type { Result } from "@pilothouse/protocol";
import { pageAddress } from "../../../page-names.js";
import { Card } from "../../../parts/card.js";
import { May } from "../../../parts/needs.js";
import { useI18n } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

export type Summary = Result<"fleet.summary">;

/** How many versions are listed. */
const MOST_VERSIONS = 6;

interface SummaryProps extends FleetPageProps {
  readonly summary: Summary;
}

export const stateCount = ({ states }: Summary, state: string): number =>
  states.find(({ name }) => name === state)?.nodes ?? 0;

/** The fleet in figures. */
export function Totals({ summary, words: { totals } }: SummaryProps) {
  const { format, fill } = useI18n();
  const { nodes, inbound, outbound, participating } = summary;
  const tiles = [
    [
      totals.nodes,
      format.count(nodes),
      fill(totals.online, { count: format.count(stateCount(summary, "online")) }),
    ],
    [totals.inbound, format.rate(inbound), ""],
    [totals.outbound, format.rate(outbound), ""],
    [totals.tunnels, format.count(participating), ""],
  ] as const;
  return (
    <section class="tiles" aria-label={totals.title}>
      {tiles.map(([label, value, more]) => (
        <div key={label} class="card tile">
          <h2>{label}</h2>
          <p class="value">{value}</p>
          {more && <p class="about">{more}</p>}
        </div>
      ))}
    </section>
  );
}

interface ToDoProps extends SummaryProps {
  /** Shows the nodes in this state. */
  readonly onShow: (state: "offline" | "duplicate") => void;
}

/** What an operator should look at. */
export function ToDo({ summary, words: { todo }, onShow }: ToDoProps) {
  const { format, fill } = useI18n();
  const [waiting, unknown] = [stateCount(summary, "waiting"), stateCount(summary, "unknown")];
  const shown = (["duplicate", "offline"] as const).map(
    (state) => [state, stateCount(summary, state)] as const,
  );
  const { restartNeeded, bus, damaged } = summary;
  const isQuiet =
    bus &&
    !damaged?.length &&
    waiting + unknown + restartNeeded === 0 &&
    shown.every(([, nodes]) => nodes === 0);
  return (
    <Card title={todo.title}>
      {isQuiet && <p>{todo.none}</p>}
      {!isQuiet && (
        <ul class="to-look-at">
          {!bus && <li class="notice error">{todo.bus}</li>}
          {damaged?.length ? (
            <li class="notice error">
              {todo.damaged} {damaged.join(", ")}
            </li>
          ) : null}
          {[
            unknown > 0 && fill(todo.unknown, { count: format.count(unknown) }),
            waiting > 0 && fill(todo.waiting, { count: format.count(waiting) }),
          ]
            .filter((text) => text !== false)
            .map((text) => (
              <li key={text}>
                <span>{text}</span>
                <May scope="all">
                  <a class="button" href={pageAddress("invitations")}>
                    {todo.review}
                  </a>
                </May>
              </li>
            ))}
          {shown.map(
            ([state, nodes]) =>
              nodes > 0 && (
                <li key={state}>
                  <span>{fill(todo[state], { count: format.count(nodes) })}</span>
                  <button type="button" class="small" onClick={() => onShow(state)}>
                    {todo.show}
                  </button>
                </li>
              ),
          )}
          {restartNeeded > 0 && (
            <li>
              <span>{fill(todo.restart, { count: format.count(restartNeeded) })}</span>
              <May scope="operate">
                <a class="button" href={pageAddress("rollouts")}>
                  {todo.restartThem}
                </a>
              </May>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

/** How many nodes have which version. */
export function Versions({ summary, words: { totals } }: SummaryProps) {
  const { format } = useI18n();
  const groups = [
    [totals.versions, summary.versions],
    [totals.services, summary.services],
  ] as const;
  return (
    <>
      {groups.map(([title, versions]) => (
        <Card key={title} title={title}>
          {versions.length === 0 ? (
            <p class="about">{totals.noneReported}</p>
          ) : (
            <dl class="versions">
              {versions.slice(0, MOST_VERSIONS).map(({ name, nodes }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{format.count(nodes)}</dd>
                  <dd aria-hidden="true">
                    <meter min={0} max={Math.max(1, summary.nodes)} value={nodes} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {versions.length > MOST_VERSIONS && (
            <p class="about">+ {format.count(versions.length - MOST_VERSIONS)}</p>
          )}
        </Card>
      ))}
    </>
  );
}
