import { ask } from "@pilothouse/client/browser";
import type { Params } from "@pilothouse/protocol";
import type { PageProps } from "../../loading/with-texts.js";
import { Card } from "../../parts/card.js";
import { May } from "../../parts/needs.js";
import { Failure } from "../../parts/notice.js";
import { Table } from "../../parts/table.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { PasswordForm } from "./password-form.js";

export function Sessions({ onPassword }: PageProps) {
  const { texts } = useI18n();
  const { session, live } = useAppState();
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
      <Card title={texts.password.change} about={texts.password.ends}>
        <PasswordForm onChosen={change} />
      </Card>
    </div>
  );
}

function SessionList() {
  const { texts, format, announce } = useI18n();
  const { session, live } = useAppState();
  const words = usePageTexts().sessions;
  const { value, error, reload, replace } = useLoaded(
    () => session.ask(ask.own("pilothouse.sessions", {})),
    [session],
  );
  const task = useTask();
  const now = live.now();

  const end = (which: Params<"pilothouse.sessions">) =>
    task.run(async () => {
      replace(await session.ask(ask.own("pilothouse.sessions", which)));
      announce(words.revoked);
    });
  const others = value !== undefined && value.sessions.length > 1;
  return (
    <Card
      title={words.title}
      about={words.about}
      aside={
        others && (
          <button type="button" disabled={task.busy} onClick={() => void end({ revokeOthers: true })}>
            {words.others}
          </button>
        )
      }
    >
      <Failure error={error} retry={reload} />
      <Failure error={task.error} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      <Table
        caption={words.title}
        columns={[words.id, words.issued, words.used, words.expires, words.address]}
        actions
        stacks
      >
        {value?.sessions.map(({ id, name, issued, used, expires, address, current }) => (
          <tr key={id}>
            <th scope="row">
              {name} <code>{id}</code> {current && <span class="tag">{words.current}</span>}
            </th>
            <td data-column={words.issued} title={format.moment(issued)}>
              {format.relative(issued - now)}
            </td>
            <td data-column={words.used} title={format.moment(used)}>
              {format.relative(used - now)}
            </td>
            <td data-column={words.expires} title={format.moment(expires)}>
              {format.relative(expires - now)}
            </td>
            <td data-column={words.address}>
              <code class="nowrap">{address}</code>
            </td>
            <td class="end">
              {current ? (
                <button type="button" onClick={() => session.signOut()}>
                  {texts.shell.signOut}
                </button>
              ) : (
                <button
                  type="button"
                  aria-label={`${words.revoke}: ${id}`}
                  disabled={task.busy}
                  onClick={() => void end({ revoke: id })}
                >
                  {words.revoke}
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
