import { SEVERITIES, type Severity } from "@pilothouse/protocol";
import { Card } from "../../parts/card.js";
import { ChoiceField } from "../../parts/form.js";
import { Icon, type IconName } from "../../parts/icon.js";
import { Failure } from "../../parts/notice.js";
import { Older, Table } from "../../parts/table.js";
import { useAddressChoice } from "../../state/browser/address.js";
import { useI18n } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { kindsOf, type Subject } from "./event-subjects.js";
import { eventWords } from "./event-words.js";
import { useEvents } from "./use-events.js";

const PER_STEP = 100;

export const ICONS: { readonly [severity: string]: IconName } = { warning: "warning", error: "error" };

/** The timeline of events. New ones appear at the top. */
export function Events() {
  const { texts, format } = useI18n();
  const words = usePageTexts().events;
  const [severity, setSeverity] = useAddressChoice<Severity>("show", SEVERITIES);
  const [subject, setSubject] = useAddressChoice("subject", Object.keys(words.kinds) as Subject[]);
  const kinds = kindsOf(subject, Object.keys(texts.eventTexts));
  const filter = { severity, ...(kinds && { kinds: [...kinds] }) };
  const { events, isMore, fetchOlder, ...loaded } = useEvents(filter, PER_STEP);
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
      <Failure error={loaded.error} retry={loaded.reload} />
      {!loaded.isLoaded && loaded.error === undefined && <p>{texts.common.loading}</p>}
      {loaded.isLoaded && events.length === 0 && <p>{words.empty}</p>}
      {events.length > 0 && (
        <Table caption={texts.pages.events} columns={[words.time, words.what]} stacks>
          {events.map((event) => (
            <tr key={event.id} class={`event ${ICONS[event.severity] ?? "plain"}`}>
              <td class="nowrap when">{format.moment(event.at)}</td>
              <td>
                <Icon name={ICONS[event.severity] ?? "flag"} /> {eventWords(event, texts, format)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {isMore && <Older busy={loaded.busy} onClick={fetchOlder} />}
    </Card>
  );
}
