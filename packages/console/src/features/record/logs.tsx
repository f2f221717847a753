import { LOG_LEVELS, type LogLevel, type LogLine, type Result } from "@pilothouse/protocol";
import { useEffect, useRef, useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { ChoiceField, TextField } from "../../parts/form.js";
import { Loading, Notice } from "../../parts/notice.js";
import { valuesIn } from "../../reasons/reason-words.js";
import { download } from "../../state/browser/download.js";
import { useAppState, useDebounced, useI18n, useLoaded } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

const EVERY = 2_000;
/** More lines than this are not kept on the page. */
const MOST = 2_000;
const AT_FIRST = 300;

type Source = "router" | "service";

/** The last lines of a log, and new ones as they come. */
export function Logs() {
  const { format } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().logs;
  const [source, setSource] = useState<Source>("router");
  const [level, setLevel] = useState<LogLevel>("info");
  const [typed, setTyped] = useState("");
  const text = useDebounced(typed);
  const [follow, setFollow] = useState(true);
  const filter = { source, level, ...(text !== "" && { text }) };
  const first = useLoaded(
    () => session.call("pilothouse.logs", { ...filter, limit: AT_FIRST }),
    [session, source, level, text],
  );
  const [since, setSince] = useState<{ readonly lines: readonly LogLine[]; readonly next: string }>();
  useEffect(() => setSince(undefined), [first.value]);

  const next = since?.next ?? first.value?.next;
  useEffect(() => {
    if (!follow || next === undefined || first.value?.available !== true) return undefined;
    const poll = async () => {
      if (document.hidden) return;
      const answer = await session.call("pilothouse.logs", { ...filter, after: next });
      const gap: readonly LogLine[] = answer.missed
        ? [{ at: null, level: null, text: `… ${words.missed}` }]
        : [];
      setSince((now) => ({
        lines: [...(now?.lines ?? []), ...gap, ...answer.lines].slice(-MOST),
        next: answer.next,
      }));
    };
    const timer = setTimeout(() => void poll().catch(() => setSince((now) => now && { ...now })), EVERY);
    return () => clearTimeout(timer);
  }, [follow, next, since, session, first.value]);

  const lines = [...(first.value?.lines ?? []), ...(since?.lines ?? [])].slice(-MOST);
  const shown = ({ at, level: of, text: said }: LogLine) =>
    `${at === null ? "" : `${format.moment(at)}  `}${of === null ? "" : `${of.padEnd(5)}  `}${said}`;
  return (
    <Card
      about={source === "service" ? `${words.about} ${words.kept}` : words.about}
      aside={
        <button
          type="button"
          class="small"
          disabled={lines.length === 0}
          onClick={() =>
            download(`${source}.log`, new Blob([lines.map((line) => `${shown(line)}\n`).join("")]))
          }
        >
          {words.save}
        </button>
      }
    >
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <ChoiceField
          label={words.source}
          value={source}
          options={[
            ["router", words.router],
            ["service", words.service],
          ]}
          onValue={setSource}
        />
        <ChoiceField
          label={words.level}
          value={level}
          options={LOG_LEVELS.map((name) => [name, name])}
          onValue={setLevel}
        />
        <TextField label={words.text} type="search" value={typed} onValue={setTyped} />
        <label class="check">
          <input
            type="checkbox"
            checked={follow}
            onChange={(event) => setFollow(event.currentTarget.checked)}
          />{" "}
          {words.follow}
        </label>
      </form>
      <Loading of={first} />
      {first.value?.available === false && (
        <Notice tone="info">
          <Why data={first.value.data} english={first.value.why} />
        </Notice>
      )}
      {first.value?.available && lines.length === 0 && <p>{words.empty}</p>}
      {lines.length > 0 && <Lines lines={lines} shown={shown} follow={follow} label={words[source]} />}
    </Card>
  );
}

interface WhyProps {
  /** Null from a node that is older than its hub. */
  readonly data: Result<"pilothouse.logs">["data"];
  readonly english: string | null;
}

/** Why there is no log, in the reader's language. */
function Why({ data, english }: WhyProps) {
  const { texts } = useI18n();
  const { none } = usePageTexts().logs;
  if (data !== null) return <span>{valuesIn(data, texts)["why"]}</span>;
  return (
    <>
      {none} <span lang="en">{english}</span>
    </>
  );
}

interface LinesProps {
  readonly lines: readonly LogLine[];
  readonly shown: (line: LogLine) => string;
  readonly follow: boolean;
  readonly label: string;
}

/** Scrolls to new lines while `follow` is on, unless you have scrolled up. */
function Lines({ lines, shown, follow, label }: LinesProps) {
  const place = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const element = place.current;
    if (element !== null && follow && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [lines, follow]);
  return (
    <div
      ref={place}
      class="log"
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
      tabIndex={0}
      aria-label={label}
      aria-live="off"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 20;
      }}
    >
      {lines.map((line, index) => (
        <div key={index} class={line.level === "error" ? "error" : line.level === "warn" ? "warning" : ""}>
          {shown(line)}
        </div>
      ))}
    </div>
  );
}
