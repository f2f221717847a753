import { type EventEntry, SEVERITIES, type Severity } from "@pilothouse/protocol";
import { useEffect, useMemo, useState } from "preact/hooks";
import { withPageTexts } from "../../../loading/with-texts.js";
import { nodeAddress } from "../../../page-names.js";
import { Card } from "../../../parts/card.js";
import { ChoiceField, TextField } from "../../../parts/form.js";
import { Icon } from "../../../parts/icon.js";
import { Failure } from "../../../parts/notice.js";
import { Older, Table } from "../../../parts/table.js";
import { useDebounced, useI18n } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";
import { ICONS } from "../../record/events.js";
import { useEvents } from "../../record/use-events.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { fleetEventWords, nodesOf } from "./fleet-event-words.js";

/** As many as one answer has: words are looked for here, where they are in the reader's language. */
const PER_STEP = 500;
const ENOUGH = 50;
/** How many nodes of an event have a link of their own. */
const MOST_LINKS = 3;

/** What happened to all nodes and to the hub. */
export const FleetEvents = withPageTexts(
  withFleetTexts(({ words }: FleetPageProps) => {
    const i18n = useI18n();
    const { texts, format } = i18n;
    const page = usePageTexts().events;
    const [severity, setSeverity] = useState<Severity>("info");
    const [node, setNode] = useState("");
    const [word, setWord] = useState("");
    const { events, isMore, fetchOlder, ...loaded } = useEvents({ severity }, PER_STEP);
    const wanted = [useDebounced(node.trim()), useDebounced(word.trim())].map((text) => text.toLowerCase());
    const [name = "", part = ""] = wanted;
    const rows = useMemo(
      () =>
        events
          .map((event) => ({ event, nodes: nodesOf(event), says: fleetEventWords(event, words, i18n) }))
          .filter(
            ({ nodes, says }) =>
              (name === "" || nodes.some((one) => one.includes(name))) && says.toLowerCase().includes(part),
          ),
      [events.length, events[0]?.id, name, part, words, texts],
    );
    const isNarrow = name !== "" || part !== "";
    useEffect(() => {
      if (isNarrow && rows.length < ENOUGH && isMore && !loaded.busy) void fetchOlder();
    }, [isNarrow, rows, isMore, loaded.busy]);
    return (
      <Card about={words.events.about}>
        <form class="row" onSubmit={(event) => event.preventDefault()}>
          <ChoiceField
            label={page.severity}
            value={severity}
            options={SEVERITIES.map((one) => [one, page.severities[one]])}
            onValue={setSeverity}
          />
          <TextField label={words.events.node} type="search" value={node} onValue={setNode} />
          <TextField label={words.events.word} type="search" value={word} onValue={setWord} />
        </form>
        <Failure error={loaded.error} retry={loaded.reload} />
        {!loaded.isLoaded && loaded.error === undefined && <p>{texts.common.loading}</p>}
        {loaded.isLoaded && rows.length === 0 && !loaded.busy && <p>{page.empty}</p>}
        {rows.length > 0 && (
          <Table caption={texts.pages.events} columns={[page.time, words.events.nodes, page.what]} stacks>
            {rows.map(({ event, nodes, says }) => (
              <tr key={event.id} class={`event ${ICONS[event.severity] ?? "plain"}`}>
                <td class="nowrap when">{format.moment(event.at)}</td>
                <td>
                  <Nodes event={event} nodes={nodes} words={words} />
                </td>
                <td>
                  <Icon name={ICONS[event.severity] ?? "flag"} /> {says}
                </td>
              </tr>
            ))}
          </Table>
        )}
        {isMore && <Older busy={loaded.busy} onClick={fetchOlder} />}
      </Card>
    );
  }),
);

interface NodesProps extends FleetPageProps {
  readonly event: EventEntry;
  readonly nodes: readonly string[];
}

function Nodes({ event, nodes, words: { events } }: NodesProps) {
  const { format } = useI18n();
  if (nodes.length === 0) return events.hub;
  const more = Number(event.data["count"] ?? nodes.length) - Math.min(nodes.length, MOST_LINKS);
  return (
    <span title={nodes.join(", ")}>
      {nodes.slice(0, MOST_LINKS).map((name, index) => (
        <>
          {index > 0 && ", "}
          <a href={nodeAddress(name, "overview")}>{name}</a>
        </>
      ))}
      {more > 0 && ` + ${format.count(more)}`}
    </span>
  );
}
