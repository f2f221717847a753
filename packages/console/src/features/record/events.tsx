import { type EventEntry, SEVERITIES, type Severity } from "@pilothouse/protocol";
import { useEffect, useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { ChoiceField } from "../../parts/form.js";
import { Icon, type IconName } from "../../parts/icon.js";
import { Failure } from "../../parts/notice.js";
import { Table } from "../../parts/table.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { kindsOf, type Subject } from "./event-subjects.js";
import { eventWords } from "./event-words.js";

const PER_STEP = 100;
const FOLLOW = 5_000;

const ICONS: { readonly [severity: string]: IconName } = { warning: "warning", error: "error" };

/** The timeline of events. New ones appear at the top. */
export function Events() {
  const { texts, format } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().events;
  const [severity, setSeverity] = useState<Severity>("info");
  const [subject, setSubject] = useState<Subject>("all");
  const kinds = kindsOf(subject, Object.keys(texts.eventTexts));
  const filter = { severity, ...(kinds && { kinds: [...kinds] }) };
  const { value, error, reload } = useLoaded(
    () => session.call("pilothouse.events", { ...filter, limit: PER_STEP }),
    [session, severity, subject],
  );
  const [more, setMore] = useState<{ newer: readonly EventEntry[]; older: readonly EventEntry[] }>(NONE);
  const [ended, setEnded] = useState(false);
  const task = useTask();
  useEffect(() => {
    setMore(NONE);
    setEnded(false);
  }, [value]);

  const events = [...more.newer, ...(value?.events ?? []), ...more.older];
  const newest = events[0]?.id ?? value?.newest ?? 0;
  useEffect(() => {
    if (value === undefined) return undefined;
    const poll = async () => {
      if (document.hidden) return;
      const { events: found } = await session.call("pilothouse.events", { ...filter, after: newest });
      if (found.length > 0)
        setMore(({ newer, older }) => ({ newer: [...[...found].reverse(), ...newer], older }));
    };
    // If this fails, the banner says that the service is away, and the next poll is soon.
    const timer = setInterval(() => void poll().catch(() => {}), FOLLOW);
    return () => clearInterval(timer);
  }, [value, newest, session]);

  const last = events.at(-1);
  const fetchOlder = () =>
    task.run(async () => {
      const asked = { ...filter, limit: PER_STEP, before: last?.id ?? 0 };
      const { events: found } = await session.call("pilothouse.events", asked);
      setMore(({ newer, older }) => ({ newer, older: [...older, ...found] }));
      setEnded(found.length < PER_STEP);
    });
  return (
    <Card about={words.about}>
      <form class="row">
        <ChoiceField
          label={words.severity}
          value={severity}
          options={SEVERITIES.map((name) => [name, words.severities[name]])}
          onValue={setSeverity}
        />
        <ChoiceField
          label={words.kind}
          value={subject}
          options={Object.entries(words.kinds) as [Subject, string][]}
          onValue={setSubject}
        />
      </form>
      <Failure error={error ?? task.error} retry={reload} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value && events.length === 0 && <p>{words.empty}</p>}
      {events.length > 0 && (
        <Table caption={texts.pages.events} columns={[words.time, words.what]} stacks>
          {events.map((event) => (
            <tr key={event.id} class={`event ${ICONS[event.severity] ?? "plain"}`}>
              <td class="nowrap when">{format.moment(event.at)}</td>
              <td>
                <Icon name={ICONS[event.severity] ?? "flag"} /> {eventWords(event, texts)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {!ended && events.length >= PER_STEP && (
        <div class="actions center">
          <button type="button" disabled={task.busy} onClick={() => void fetchOlder()}>
            {words.older}
          </button>
        </div>
      )}
    </Card>
  );
}

const NONE = { newer: [], older: [] };
