import type { Params } from "@pilothouse/protocol";
import { Card } from "../../../parts/card.js";
import { List } from "../../../parts/list.js";
import { useAppState, useI18n, usePolled } from "../../../state/hooks.js";
import { labelTexts } from "../labels.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

const EVERY_MS = 5_000;

/** Nodes that need approval to join. */
export function WaitingNodes({ words: { waiting: words, nodes } }: FleetPageProps) {
  const { format, announce, fill } = useI18n();
  const { session, live } = useAppState();
  const waiting = usePolled(() => session.call("fleet.waiting", {}), EVERY_MS, [session]);
  const decide = async (decision: Params<"fleet.waiting">, said: string) => {
    waiting.replace(await session.call("fleet.waiting", decision));
    announce(said);
  };
  return (
    <Card title={words.title} about={words.about}>
      <List
        caption={words.title}
        loaded={waiting}
        rows={waiting.value?.waiting}
        keyOf={({ id }) => id}
        empty={words.none}
        columns={[
          { name: nodes.name, show: ({ name }) => name },
          { name: words.fingerprint, show: ({ fingerprint }) => <code>{fingerprint}</code> },
          { name: nodes.labels, show: ({ labels }) => labelTexts(labels).join(", ") || "–" },
          {
            name: words.since,
            title: ({ since }) => format.moment(since),
            show: ({ since }) => format.ago(since, live.now()),
          },
        ]}
        actions={[
          {
            label: words.accept,
            primary: true,
            of: ({ name }) => name,
            run: ({ id }) => decide({ accept: id }, words.accepted),
          },
          {
            label: words.refuse,
            of: ({ name }) => name,
            confirm: ({ name }) => ({ title: fill(words.askRefuse, { name }), more: words.refuseMore }),
            run: ({ id }) => decide({ refuse: id }, words.refused),
          },
        ]}
      />
    </Card>
  );
}
