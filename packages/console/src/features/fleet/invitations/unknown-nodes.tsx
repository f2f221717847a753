import { Card } from "../../../parts/card.js";
import { List } from "../../../parts/list.js";
import { useAppState, useI18n, usePolled } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

const EVERY_MS = 5_000;
const ASKED = { state: "unknown", columns: ["id", "name", "asksFor", "router", "seen"] } as const;

/** Nodes with a key of the fleet that this hub has no record of. Shown only if there are any. */
export function UnknownNodes({ words: { unknown: words, waiting, nodes, node: common } }: FleetPageProps) {
  const { format, announce, fill } = useI18n();
  const { session, live } = useAppState();
  const { value, reload } = usePolled(() => session.call("fleet.nodes", ASKED), EVERY_MS, [session]);
  const decide = async (method: "fleet.adopt" | "fleet.remove", node: string, said: string) => {
    await session.call(method, { node });
    announce(said);
    await reload();
  };
  const { id = [], name = [], asksFor = [], router = [], seen = [] } = value?.columns ?? {};
  if (id.length === 0) return null;
  return (
    <Card title={words.title} about={words.about}>
      <List
        caption={words.title}
        rows={id.map((key, row) => ({
          key,
          fingerprint: name[row] ?? "",
          asksFor: asksFor[row],
          router: router[row],
          seen: seen[row] ?? 0,
        }))}
        keyOf={({ key }) => key}
        empty=""
        columns={[
          { name: waiting.fingerprint, show: ({ fingerprint }) => <code>{fingerprint}</code> },
          { name: words.asksFor, show: (node) => node.asksFor ?? "–" },
          { name: nodes.router, show: (node) => node.router ?? "–" },
          { name: nodes.seen, show: (node) => format.ago(node.seen, live.now()) },
        ]}
        actions={[
          {
            label: words.adopt,
            primary: true,
            of: ({ fingerprint }) => fingerprint,
            run: ({ fingerprint }) => decide("fleet.adopt", fingerprint, words.adopted),
          },
          {
            label: common.remove,
            of: ({ fingerprint }) => fingerprint,
            confirm: ({ fingerprint }) => ({
              title: fill(common.askRemove, { name: fingerprint }),
              more: common.removeMore,
            }),
            run: ({ fingerprint }) => decide("fleet.remove", fingerprint, words.removed),
          },
        ]}
      />
    </Card>
  );
}
