import { type AuditEntry, HIDDEN } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Who } from "../../parts/meanwhile/who.js";
import { Failure } from "../../parts/notice.js";
import { Older, Table } from "../../parts/table.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { auditWords, detailWords, outcomeWords, valueWords } from "./audit-words.js";

const PER_STEP = 50;

export function Audit() {
  const { texts, format } = useI18n();
  const { session } = useAppState();
  const pageTexts = usePageTexts();
  const { audit: words } = pageTexts;
  const page = (before?: number) =>
    session.call("pilothouse.audit", { limit: PER_STEP, ...(before !== undefined && { before }) });
  const { value, error, reload } = useLoaded(() => page(), [session]);
  const [older, setOlder] = useState<readonly AuditEntry[]>([]);
  const [ended, setEnded] = useState(false);
  const task = useTask();

  const entries = [...(value?.entries ?? []), ...older];
  const last = entries.at(-1);
  const more = !ended && entries.length >= PER_STEP && last !== undefined;
  const fetchOlder = () =>
    task.run(async () => {
      const next = (await page(last?.id)).entries;
      setOlder([...older, ...next]);
      setEnded(next.length < PER_STEP);
    });
  const refresh = () => {
    setOlder([]);
    setEnded(false);
    void reload();
  };
  return (
    <Card
      about={words.about}
      aside={
        <button type="button" onClick={refresh}>
          {texts.common.refresh}
        </button>
      }
    >
      <Failure error={error ?? task.error} retry={reload} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value && entries.length === 0 && <p>{words.empty}</p>}
      {entries.length > 0 && (
        <Table
          caption={texts.pages.audit}
          columns={[words.time, words.what, words.details, words.who]}
          stacks
        >
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td data-column={words.time} class="nowrap">
                {format.moment(entry.at)}
              </td>
              <td data-column={words.what}>
                {auditWords(entry, texts, pageTexts)}{" "}
                {entry.outcome !== "ok" && (
                  <span class="tag bad">{outcomeWords(entry.outcome, pageTexts)}</span>
                )}
              </td>
              <td data-column={words.details} class={entry.details.length === 0 ? "none" : "details-cell"}>
                <Details entry={entry} />
              </td>
              <td data-column={words.who} class="who">
                <Who name={entry.name} address={entry.address} />{" "}
                {entry.session && <code class="about">{entry.session}</code>}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {more && <Older busy={task.busy} onClick={fetchOlder} />}
    </Card>
  );
}

/** Every changed value, before and after. */
function Details({ entry }: { readonly entry: AuditEntry }) {
  const { texts } = useI18n();
  const pageTexts = usePageTexts();
  const shown = (name: string, value: string) =>
    value === HIDDEN ? texts.common.hidden : valueWords({ name, value }, entry.code, texts, pageTexts);
  return (
    <ul class="details">
      {entry.details.map(({ name, old, new: now }) => (
        <li key={name}>
          <span title={name}>{detailWords(name, entry.code, texts, pageTexts)}</span>:
          {old !== null && (
            <>
              {" "}
              <del>{shown(name, old)}</del>
            </>
          )}
          {now !== null && (
            <>
              {" "}
              <ins>{shown(name, now)}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
