import { Card } from "../../../parts/card.js";
import { List } from "../../../parts/list.js";
import { useAppState, useI18n, usePolled } from "../../../state/hooks.js";
import { type DecidingProps, Taken } from "./taken.js";

const EVERY_MS = 5_000;
const ASKED = { state: "unknown", columns: ["id", "name", "asksFor", "gets", "router", "seen"] } as const;

/** Nodes with a key of the fleet that this hub has no record of. Shown only if there are any. */
export function UnknownNodes({
  words: { unknown: words, waiting, nodes, node: common },
  onDecided,
}: DecidingProps) {
  const { format, fill } = useI18n();
  const { session, live } = useAppState();
  const { value, reload } = usePolled(() => session.call("fleet.nodes", ASKED), EVERY_MS, [session]);
  const decided = async (said: string) => {
    onDecided(said);
    await reload();
  };
  const adopt = async (node: string) =>
    decided(fill(words.adopted, await session.call("fleet.adopt", { node })));
  const remove = async (node: string) => {
    await session.call("fleet.remove", { node });
    await decided(words.removed);
  };
  const { id = [], name = [], asksFor = [], gets = [], router = [], seen = [] } = value?.columns ?? {};
  if (id.length === 0) return null;
  return (
    <Card title={words.title} about={words.about}>
      <List
        caption={words.title}
        rows={id.map((key, row) => ({
          key,
          fingerprint: name[row] ?? "",
          asksFor: asksFor[row],
          gets: gets[row],
          router: router[row],
          seen: seen[row] ?? 0,
        }))}
        keyOf={({ key }) => key}
        empty=""
        columns={[
          { name: waiting.fingerprint, show: ({ fingerprint }) => <code>{fingerprint}</code> },
          {
            name: words.asksFor,
            show: (node) => (
              <>
                {node.asksFor ?? "–"}
                <Taken name={node.asksFor} gets={node.gets} says={waiting.taken} />
              </>
            ),
          },
          { name: nodes.router, show: (node) => node.router ?? "–" },
          { name: nodes.seen, show: (node) => format.ago(node.seen, live.now()) },
        ]}
        actions={[
          {
            label: words.adopt,
            primary: true,
            of: ({ fingerprint }) => fingerprint,
            run: ({ fingerprint }) => adopt(fingerprint),
          },
          {
            label: common.remove,
            of: ({ fingerprint }) => fingerprint,
            confirm: ({ fingerprint }) => ({
              title: fill(common.askRemove, { name: fingerprint }),
              more: common.removeMore,
            }),
            run: ({ fingerprint }) => remove(fingerprint),
          },
        ]}
      />
    </Card>
  );
}
