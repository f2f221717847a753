import type { Params, SessionEntry } from "@pilothouse/protocol";
import type { PageProps } from "../../loading/with-texts.js";
import { Card } from "../../parts/card.js";
import { List } from "../../parts/list.js";
import { May } from "../../parts/needs.js";
import { Failure } from "../../parts/notice.js";
import { addressWords } from "../../reasons/actor-words.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useLoaded, useServiceNow, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { PasswordForm } from "./password-form.js";

export function Sessions({ onPassword }: PageProps) {
  const { texts } = useI18n();
  const { session, live, node } = useAppState();
  const { endThere } = usePageTexts().sessions;
  const account = useCell(live.hub)?.status.account ?? undefined;
  const change = async (password: string, current: string) => {
    await session.changePassword(password, current, account);
    await onPassword(password, account);
  };
  return (
    <div class="columns wide">
      <May scope="all">
        <SessionList />
      </May>
      <Card title={texts.password.change} about={node === undefined ? texts.password.ends : endThere} entry>
        <PasswordForm onChosen={change} />
      </Card>
    </div>
  );
}

function SessionList() {
  const { texts, format, announce } = useI18n();
  const { session } = useAppState();
  const pageTexts = usePageTexts();
  const { sessions: words } = pageTexts;
  const sessions = useLoaded(() => session.call("pilothouse.sessions", {}), [session]);
  const task = useTask();
  const now = useServiceNow();
  const end = async (which: Params<"pilothouse.sessions">) => {
    sessions.replace(await session.call("pilothouse.sessions", which));
    announce(words.revoked);
  };
  const rows = sessions.value?.sessions;
  const when = (
    name: string,
    timeOf: (row: SessionEntry) => number,
    words = (at: number) => format.ago(at, now),
  ) => ({
    name,
    title: (row: SessionEntry) => format.moment(timeOf(row)),
    show: (row: SessionEntry) => words(timeOf(row)),
  });
  return (
    <Card
      title={words.title}
      about={words.about}
      aside={
        rows !== undefined &&
        rows.length > 1 && (
          <button
            type="button"
            disabled={task.busy}
            onClick={() => void task.run(() => end({ revokeOthers: true }))}
          >
            {words.others}
          </button>
        )
      }
    >
      <Failure error={task.error} />
      <List
        caption={words.title}
        loaded={sessions}
        rows={rows}
        keyOf={({ id }) => id}
        empty={words.none}
        columns={[
          {
            name: words.id,
            show: ({ id, name, current, device }) => (
              <>
                {name} <code>{id}</code> {current && <span class="tag">{words.current}</span>}
                {device && <span class="tag">{words.device}</span>}
              </>
            ),
          },
          when(words.issued, ({ issued }) => issued),
          when(words.used, ({ used }) => used),
          when(
            words.expires,
            ({ expires }) => expires,
            (at) => format.relative(at - now),
          ),
          {
            name: words.address,
            show: ({ address }) => <code class="nowrap">{addressWords(address, pageTexts)}</code>,
          },
        ]}
        actions={[
          {
            label: texts.shell.signOut,
            isFor: ({ current }) => current,
            of: () => undefined,
            alone: true,
            run: () => session.signOut(),
          },
          { label: words.revoke, isFor: ({ current }) => !current, run: ({ id }) => end({ revoke: id }) },
        ]}
      />
    </Card>
  );
}
