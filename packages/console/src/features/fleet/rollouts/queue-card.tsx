import { Card } from "../../../parts/card.js";
import { List } from "../../../parts/list.js";
import { ServiceText } from "../../../parts/notice.js";
import { actorWords } from "../../../reasons/actor-words.js";
import { useAppState, useI18n, usePolled } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";
import { queuedWords } from "./queued-words.js";

const EVERY_MS = 5_000;

/** Calls queued for offline nodes, and the results of the last week. */
export function QueueCard({ words: { queue: words } }: FleetPageProps) {
  const { texts, format } = useI18n();
  const { session, live } = useAppState();
  const queue = usePolled(() => session.call("fleet.queue", {}), EVERY_MS, [session]);
  const cancel = async (id: string) => queue.replace(await session.call("fleet.queue", { cancel: id }));
  return (
    <Card title={words.title} about={words.about}>
      <List
        caption={words.title}
        loaded={queue}
        rows={queue.value && [...queue.value.queue].reverse()}
        keyOf={({ id }) => id}
        empty={words.none}
        small
        columns={[
          { name: words.node, show: ({ node }) => node },
          { name: words.method, show: (call) => queuedWords(call, texts) },
          { name: words.by, show: ({ by }) => actorWords(by, texts) },
          {
            name: words.state,
            show: ({ state, outcome, coded }) => (
              <>
                {words.states[state]}
                {outcome !== null && (
                  <>
                    {" · "}
                    <ServiceText text={outcome} coded={coded ? [coded] : []} />
                  </>
                )}
              </>
            ),
          },
          {
            name: words.expires,
            title: ({ expires }) => format.moment(expires),
            show: ({ state, expires }) => (state === "waiting" ? format.relative(expires - live.now()) : "–"),
          },
        ]}
        actions={[
          {
            label: words.cancel,
            scope: "operate",
            isFor: ({ state }) => state === "waiting",
            of: (call) => `${queuedWords(call, texts)}, ${call.node}`,
            run: ({ id }) => cancel(id),
          },
        ]}
      />
    </Card>
  );
}
