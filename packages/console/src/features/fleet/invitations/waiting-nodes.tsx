import type { Params } from "@pilothouse/protocol";
import { Card } from "../../../parts/card.js";
import { List } from "../../../parts/list.js";
import { useAppState, useI18n, usePolled } from "../../../state/hooks.js";
import { labelTexts } from "../labels.js";
import { type DecidingProps, Taken } from "./taken.js";

const EVERY_MS = 5_000;

/** Nodes that need approval to join. */
export function WaitingNodes({ words: { waiting: words, nodes }, onDecided }: DecidingProps) {
  const { format, fill } = useI18n();
  const { session, live } = useAppState();
  const waiting = usePolled(() => session.call("fleet.waiting", {}), EVERY_MS, [session]);
  const decide = async (decision: Params<"fleet.waiting">) => {
    const decided = await session.call("fleet.waiting", decision);
    waiting.replace(decided);
    onDecided(decided.accepted === null ? words.refused : fill(words.accepted, { name: decided.accepted }));
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
          {
            name: nodes.name,
            show: ({ name, gets }) => (
              <>
                {name}
                <Taken name={name} gets={gets} says={words.taken} />
              </>
            ),
          },
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
            run: ({ id }) => decide({ accept: id }),
          },
          {
            label: words.refuse,
            of: ({ name }) => name,
            confirm: ({ name }) => ({ title: fill(words.askRefuse, { name }), more: words.refuseMore }),
            run: ({ id }) => decide({ refuse: id }),
          },
        ]}
      />
    </Card>
  );
}
