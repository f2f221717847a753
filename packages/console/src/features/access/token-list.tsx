import { SCOPE_NAMES, type Scope } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Copy } from "../../parts/copy.js";
import { ChoiceField, Form, fieldErrors, TextField } from "../../parts/form.js";
import { List } from "../../parts/list.js";
import { Notice } from "../../parts/notice.js";
import { changedFields, type Form as DraftForm, useDraft } from "../../state/drafts/drafts.js";
import { useAppState, useI18n, useLoaded, useServiceNow, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

const DAY = 86_400_000;

interface NewToken {
  readonly name: string;
  readonly scope: Scope;
  readonly days: string;
}
const DEFAULT: NewToken = { name: "", scope: "read", days: "90" };
const FORM: DraftForm<Partial<NewToken>> = { page: "applications", empty: {} };

/** The API tokens, and a form for a new one, which is shown once. */
export function TokenList() {
  const { format, fill } = useI18n();
  const { session, drafts } = useAppState();
  const { tokens: words, sessions } = usePageTexts();
  const tokens = useLoaded(() => session.call("pilothouse.tokens", {}), [session]);
  const { value, reload, replace } = tokens;
  const task = useTask();
  const [typed, draft] = useDraft(drafts, FORM);
  const { name, scope, days } = { ...DEFAULT, ...typed };
  const type = (change: Partial<NewToken>) => draft.set(changedFields(typed, DEFAULT, change));
  const [made, setMade] = useState("");
  const now = useServiceNow();
  const errors = fieldErrors(task.error, ["name", "lifetime"]);

  const create = () =>
    task.run(async () => {
      const lifetime = Number(days) * DAY;
      const { Token } = await session.call("pilothouse.createToken", { name, scope, lifetime });
      setMade(Token);
      draft.set({});
      await reload();
    });
  const revoke = async (which: string) => replace(await session.call("pilothouse.tokens", { revoke: which }));
  return (
    <Card title={words.title} about={words.about}>
      <List
        caption={words.title}
        loaded={tokens}
        rows={value?.tokens}
        keyOf={({ name }) => name}
        empty={words.none}
        columns={[
          { name: words.name, show: ({ name }) => name },
          { name: words.scope, show: ({ scope }) => <code>{scope}</code> },
          { name: sessions.used, show: ({ used }) => (used === null ? "–" : format.ago(used, now)) },
          {
            name: sessions.expires,
            title: ({ expires }) => format.moment(expires),
            show: ({ expires }) => format.relative(expires - now),
          },
        ]}
        actions={[
          {
            label: words.revoke,
            confirm: ({ name }) => ({ title: fill(words.revokeTitle, { name }), more: words.revokeMore }),
            run: ({ name }) => revoke(name),
          },
        ]}
      />
      {made && (
        <Notice tone="good">
          {words.once} <code>{made}</code> <Copy text={made} key={made} />
        </Notice>
      )}
      <Form
        class="row entry"
        task={task}
        errors={errors}
        submit={words.create}
        onSubmit={() => void create()}
      >
        <TextField
          label={words.name}
          required
          pattern="[A-Za-z0-9][\w.\-]*"
          maxLength={64}
          help={words.nameHelp}
          error={errors.at("name")}
          value={name}
          onValue={(next) => type({ name: next })}
        />
        <ChoiceField
          label={words.scope}
          value={scope}
          options={SCOPE_NAMES.map((one) => [one, one])}
          onValue={(next) => type({ scope: next })}
        />
        <TextField
          label={words.days}
          type="number"
          class="short"
          min={1}
          max={3_650}
          error={errors.at("lifetime")}
          required
          value={days}
          onValue={(next) => type({ days: next })}
        />
      </Form>
    </Card>
  );
}
