import type { SettingChange } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { ChoiceField } from "../../../parts/form.js";
import { Differences } from "../../../parts/meanwhile/differences.js";
import { Failure } from "../../../parts/notice.js";
import { listedLabel } from "../../../reasons/reason-words.js";
import { useAppState, useI18n, useLoaded } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";

/** The differences between any two states of the settings. */
export function Compare({ changes }: { readonly changes: readonly SettingChange[] }) {
  const { texts, format } = useI18n();
  const { session } = useAppState();
  const pages = usePageTexts();
  const words = pages.changes;
  const [newest] = changes;
  const [from, setFrom] = useState(0);
  const [to, setTo] = useState(newest?.id ?? 0);
  const { value, error, reload } = useLoaded(
    () => session.call("pilothouse.changes", { from, to, limit: 1 }),
    [session, from, to],
  );
  const choose = (label: string, id: number, set: (id: number) => void) => (
    <ChoiceField
      label={label}
      value={String(id)}
      options={[
        ...changes.map(({ id: one, at, differences }) => {
          const names = differences.map(({ name }) => listedLabel(name, texts, pages));
          return [String(one), `${format.moment(at)} (${names.join(", ")})`] as const;
        }),
        ["0", words.begin],
      ]}
      onValue={(chosen) => set(Number(chosen))}
    />
  );
  return (
    <Card title={words.compare}>
      <form class="pair">
        {choose(words.from, from, setFrom)}
        {choose(words.to, to, setTo)}
      </form>
      <Failure error={error} retry={reload} />
      {value && value.differences.length === 0 && <p>{words.nothing}</p>}
      {value && <Differences of={value.differences} />}
    </Card>
  );
}
