import { ClientError } from "@pilothouse/client/browser";
import type { NodeEntry, NodeState } from "@pilothouse/protocol";
import { useEffect, useMemo, useState } from "preact/hooks";
import { serviceAddress } from "../../../page-names.js";
import { Card } from "../../../parts/card.js";
import { List } from "../../../parts/list.js";
import { May } from "../../../parts/needs.js";
import { Failure } from "../../../parts/notice.js";
import { actorWords } from "../../../reasons/actor-words.js";
import { useCell } from "../../../state/cell.js";
import { AppStateContext, useAppState, useI18n, usePolled } from "../../../state/hooks.js";
import { Live } from "../../../state/live.js";
import { SEVERITIES } from "../../health/health.js";
import { labelTexts } from "../labels.js";
import { isOutsider } from "../outsider.js";
import { queuedWords } from "../rollouts/queued-words.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { QueueCalls } from "./bulk.js";
import { ChangeNode } from "./table/node-dialog.js";

const EVERY_MS = 5_000;

/** In place of the pages of a node that cannot be called: what the hub knows of it, and what can be done. */
export const AwayNode = withFleetTexts(({ words }: FleetPageProps) => {
  const { texts, format, fill } = useI18n();
  const state = useAppState();
  const { node: name = "" } = state;
  // It is the hub that is asked here, and that has to answer.
  const hub = useMemo(() => {
    const session = state.session.at();
    return { ...state, session, live: new Live(session) };
  }, [state]);
  const { live } = hub;
  useEffect(() => live.start(), [live]);
  const found = useCell(live.hub)?.health.findings ?? [];
  const isBusAway = found.some(({ key }) => key === "fleet.bus");
  const [isQueueing, setQueueing] = useState(false);
  const { value, error, reload } = usePolled(
    async () => {
      const [{ node }, { queue }] = await Promise.all([
        hub.session.call("fleet.node", { node: name }),
        hub.session.call("fleet.queue", {}),
      ]);
      return { node, queue: queue.filter((call) => call.node === node.name && call.state === "waiting") };
    },
    EVERY_MS,
    [hub, name],
  );
  const { away, nodes, queue } = words;
  const isUnknown = value === undefined && error instanceof ClientError && error.name === "invalidParams";
  const isReporting = value?.node.state === "online";
  // Blue as in the list: to wait for somebody's decision is no problem, and not well either.
  const isAwaited = value?.node.findings.includes("nodes.awaited") ?? false;
  const known = value?.node.state === "waiting" ? "testing" : value && SEVERITIES[value.node.verdict];
  const severity = isUnknown || isReporting ? "error" : known;
  const title = isUnknown ? fill(away.unknown, { name }) : titleOf(value?.node.state ?? "offline", name);
  useEffect(() => {
    if (severity === undefined) return undefined;
    state.live.said.set({ severity, says: title, more: "" });
    return () => state.live.said.set(undefined);
  }, [state, severity, title]);
  function titleOf(its: NodeState, named: string): string {
    if (isAwaited) return `${named}: ${words.short["nodes.awaited"]}`;
    if (its === "offline") return fill(away.title, { name: named });
    return its === "online" ? fill(away.unreached, { name: named }) : `${named}: ${words.states[its]}`;
  }
  const seenWords = ({ seen, unheard }: Pick<NodeEntry, "seen" | "unheard">): string => {
    if (seen === null) return away.never;
    const when = format.ago(seen, live.now());
    return unheard === null
      ? fill(away.seen, { when })
      : fill(away.unheard, { when, start: format.ago(unheard, live.now()) });
  };
  const back = (
    <a class="button" href={serviceAddress("fleet")}>
      {away.back}
    </a>
  );
  if (isUnknown)
    return (
      <Card title={title}>
        <p>{away.unknownMore}</p>
        <div class="actions">{back}</div>
      </Card>
    );
  if (value === undefined)
    return error ? <Failure error={error} retry={reload} /> : <p>{texts.common.loading}</p>;
  const { node } = value;
  const when = node.seen === null ? "" : format.ago(node.seen, live.now());
  const figures = [
    [nodes.router, node.router && `${node.router} ${node.version ?? ""}`],
    [
      nodes.traffic,
      node.inbound !== null && `${format.rate(node.inbound)} / ${format.rate(node.outbound ?? 0)}`,
    ],
    [nodes.tunnels, node.participating !== null && format.count(node.participating)],
    [nodes.labels, labelTexts(node.labels).join(", ")],
  ] as const;
  return (
    <AppStateContext.Provider value={hub}>
      <Card title={title}>
        <p title={node.seen === null ? undefined : format.moment(node.seen)}>
          {seenWords(node)} {node.stopped && away.stopped}
        </p>
        <p class="about">{isBusAway ? away.bus : hintOf(node.state, words)}</p>
        <div class="actions">
          {back}
          {isOutsider(node) && (
            <May scope="all">
              <a class="button" href={serviceAddress("invitations")}>
                {words.todo.review}
              </a>
            </May>
          )}
          {node.state === "duplicate" && (
            <May scope="all">
              <ChangeNode node={node} words={words} onChanged={reload} />
            </May>
          )}
          {!isOutsider(node) && (
            <May scope="operate">
              <button type="button" class="small" onClick={() => setQueueing(true)}>
                {fill(words.bulk.asks, { label: words.bulk.queue })}
              </button>
            </May>
          )}
        </div>
      </Card>
      {node.router !== null && (
        <Card title={`${away.last} (${when})`}>
          <dl class="facts">
            {figures.map(([label, figure]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{figure || "–"}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
      {!isOutsider(node) && (
        <Card title={away.waits}>
          <List
            caption={away.waits}
            rows={value.queue}
            keyOf={({ id }) => id}
            empty={queue.none}
            small
            columns={[
              { name: queue.method, show: (call) => queuedWords(call, texts) },
              { name: queue.by, show: ({ by }) => actorWords(by, texts) },
              { name: queue.expires, show: ({ expires }) => format.relative(expires - live.now()) },
            ]}
            actions={[
              {
                label: queue.cancel,
                scope: "operate",
                of: (call) => queuedWords(call, texts),
                run: async ({ id }) => {
                  await hub.session.call("fleet.queue", { cancel: id });
                  await reload();
                },
              },
            ]}
          />
        </Card>
      )}
      {isQueueing && (
        <QueueCalls
          nodes={[name]}
          words={words}
          onLeave={() => setQueueing(false)}
          onDone={() => {
            setQueueing(false);
            void reload();
          }}
        />
      )}
    </AppStateContext.Provider>
  );
});

/** Why it cannot be called, and what to do. */
function hintOf(state: NodeState, { away, waiting, unknown, node }: FleetPageProps["words"]): string {
  if (state === "waiting") return waiting.about;
  if (state === "unknown") return unknown.about;
  return state === "duplicate" ? node.duplicate : away.hint;
}
