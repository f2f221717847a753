import type { InvitationEntry, Result } from "@pilothouse/protocol";
import { Card } from "../../../parts/card.js";
import { List } from "../../../parts/list.js";
import { actorWords } from "../../../reasons/actor-words.js";
import { type Loaded, useAppState, useI18n, useServiceNow } from "../../../state/hooks.js";
import { labelTexts } from "../labels.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

interface MadeProps extends FleetPageProps {
  readonly made: Loaded<Result<"fleet.invitations">>;
}

const rank = ({ state }: InvitationEntry): number => (state === "open" ? 0 : 1);

/** The invitations and what became of them. Those that can be used are first. */
export function MadeInvitations({ words: { made: words }, made }: MadeProps) {
  const { texts, format, fill } = useI18n();
  const { session } = useAppState();
  const now = useServiceNow();
  const revoke = async (id: string) => made.replace(await session.call("fleet.invitations", { revoke: id }));
  return (
    <Card title={words.title}>
      <List
        caption={words.title}
        loaded={made}
        rows={made.value?.invitations.toSorted((a, b) => rank(a) - rank(b))}
        keyOf={({ id }) => id}
        empty={words.none}
        columns={[
          {
            name: words.id,
            show: ({ id, replaces }) => (
              <>
                <code class="nowrap">{id}</code>
                {replaces !== null && <p class="help">{fill(words.replaces, { name: replaces })}</p>}
              </>
            ),
          },
          { name: words.labels, show: ({ labels }) => labelTexts(labels).join(", ") || "–" },
          {
            name: words.used,
            show: ({ used, uses }) => (
              <span class="nowrap">
                {fill(words.usedOf, { used: format.count(used), uses: format.count(uses) })}
              </span>
            ),
          },
          { name: words.by, show: ({ by }) => actorWords(by, texts) },
          {
            name: words.state,
            show: ({ state, expires }) => (
              <>
                {words.states[state]}
                {state === "open" && (
                  <p class="help" title={format.moment(expires)}>
                    {fill(words.expires, { when: format.relative(expires - now) })}
                  </p>
                )}
              </>
            ),
          },
        ]}
        actions={[
          { label: words.revoke, isFor: ({ state }) => state === "open", run: ({ id }) => revoke(id) },
        ]}
      />
    </Card>
  );
}
