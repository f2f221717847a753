import { ask } from "@pilothouse/client/browser";
import { SCOPE_NAMES, type Scope } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Copy } from "../../parts/copy.js";
import { Field } from "../../parts/field.js";
import { Failure, Notice } from "../../parts/notice.js";
import { Table } from "../../parts/table.js";
import { changedFields, type Form, useDraft } from "../../state/drafts/drafts.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

const DAY = 86_400_000;

interface NewToken {
  readonly name: string;
  readonly scope: Scope;
  readonly days: string;
}
const DEFAULT: NewToken = { name: "", scope: "read", days: "90" };
const FORM: Form<Partial<NewToken>> = { page: "applications", empty: {} };

/** The API tokens, and a form for a new one, which is shown once. */
export function TokenList() {
  const { format } = useI18n();
  const { session, live, drafts } = useAppState();
  const { tokens: words, sessions } = usePageTexts();
  const { value, error, reload, replace } = useLoaded(
    () => session.ask(ask.own("pilothouse.tokens", {})),
    [session],
  );
  const task = useTask();
  const [typed, draft] = useDraft(drafts, FORM);
  const { name, scope, days } = { ...DEFAULT, ...typed };
  const type = (change: Partial<NewToken>) => draft.set(changedFields(typed, DEFAULT, change));
  const [made, setMade] = useState("");
  const now = live.now();

  const create = () =>
    task.run(async () => {
      const lifetime = Number(days) * DAY;
      const { Token } = await session.ask(ask.own("pilothouse.createToken", { name, scope, lifetime }));
      setMade(Token);
      draft.set({});
      await reload();
    });
  const revoke = (which: string) =>
    task.run(async () => replace(await session.ask(ask.own("pilothouse.tokens", { revoke: which }))));
  return (
    <Card title={words.title} about={words.about}>
      <Failure error={error} retry={reload} />
      {value?.tokens.length === 0 && <p>{words.none}</p>}
      {value && value.tokens.length > 0 && (
        <Table
          caption={words.title}
          columns={[words.name, words.scope, sessions.used, sessions.expires]}
          actions
          stacks
        >
          {value.tokens.map((token) => (
            <tr key={token.id}>
              <th scope="row">{token.name}</th>
              <td data-column={words.scope}>
                <code>{token.scope}</code>
              </td>
              <td data-column={sessions.used}>
                {token.used === null ? "–" : format.relative(token.used - now)}
              </td>
              <td data-column={sessions.expires} title={format.moment(token.expires)}>
                {format.relative(token.expires - now)}
              </td>
              <td class="end">
                <button
                  type="button"
                  aria-label={`${sessions.revoke}: ${token.name}`}
                  disabled={task.busy}
                  onClick={() => void revoke(token.name)}
                >
                  {sessions.revoke}
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {made && (
        <Notice tone="good">
          {words.once} <code>{made}</code> <Copy text={made} key={made} />
        </Notice>
      )}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <Field label={words.name}>
          {(control) => (
            <input
              {...control}
              required
              pattern="[A-Za-z0-9][\w.\-]*"
              maxLength={64}
              value={name}
              onInput={(event) => type({ name: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={words.scope}>
          {(control) => (
            <select
              {...control}
              value={scope}
              onChange={(event) => type({ scope: event.currentTarget.value as Scope })}
            >
              {SCOPE_NAMES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.days}>
          {(control) => (
            <input
              {...control}
              type="number"
              class="short"
              min={1}
              max={3_650}
              required
              value={days}
              onInput={(event) => type({ days: event.currentTarget.value })}
            />
          )}
        </Field>
        <Failure error={task.error} />
        <button type="submit" class="primary" disabled={task.busy}>
          {words.create}
        </button>
      </form>
    </Card>
  );
}
