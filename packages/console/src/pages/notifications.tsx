import { ask } from "@pilothouse/client/browser";
import type { ChannelEntry, RuleEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { titleOf } from "../health/health.js";
import { BrowserCard } from "../notifications/browser-card.js";
import { Card } from "../parts/card.js";
import { Copy } from "../parts/copy.js";
import { Failure, Notice } from "../parts/notice.js";
import { Table } from "../parts/table.js";
import { useHelm, useRepeated, useSpeech, useTask } from "../state/hooks.js";
import { usePageTexts } from "../state/page-texts.js";

const EVERY = 5_000;
const MINUTE = 60_000;
const EXAMPLE = `[notify]
ntfy = "https://ntfy.sh/a-topic-that-nobody-guesses"
webhook = "https://example.org/hooks/pilothouse"
email_to = ["me@example.org"]
email_server = "smtps://mail.example.org"`;

/** The channels for notifications and how they fare, and what is notified. */
export function Notifications() {
  const { texts } = useSpeech();
  const { session } = useHelm();
  const { value, error, reload } = useRepeated(() => session.ask(ask.own("pilothouse.notify", {})), EVERY, [
    session,
  ]);
  return (
    <>
      <Failure error={value === undefined ? error : undefined} retry={reload} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      {value && <Channels channels={value.channels} onTested={reload} />}
      <BrowserCard />
      {value && <Rules rules={value.rules} />}
    </>
  );
}

interface Tested {
  readonly name: string;
  readonly why: string | undefined;
}

interface ChannelsProps {
  readonly channels: readonly ChannelEntry[];
  readonly onTested: () => Promise<void>;
}

function Channels({ channels, onTested }: ChannelsProps) {
  const { texts, format, say } = useSpeech();
  const { session, live } = useHelm();
  const words = usePageTexts().notifications;
  const task = useTask();
  const [tested, setTested] = useState<Tested>();
  const now = live.now();
  const test = (name: string) =>
    task.run(async () => {
      setTested(undefined);
      const answer = await session.ask(ask.own("pilothouse.notify", { test: name }));
      setTested({ name, why: answer.tested ? undefined : (answer.failed ?? "") });
      say(answer.tested ? words.tested(name) : words.testFailed(name));
      await onTested();
    });
  return (
    <Card title={words.channels} about={words.channelsMore}>
      <Failure error={task.error} />
      {tested?.why === undefined && tested && <Notice tone="good">{words.tested(tested.name)}</Notice>}
      {tested?.why !== undefined && (
        <Notice tone="error">
          {words.testFailed(tested.name)} <span lang="en">{tested.why}</span>
        </Notice>
      )}
      {channels.length === 0 ? (
        <div class="stack readable">
          <p>{words.none}</p>
          <Example text={EXAMPLE} />
          <p class="help">{words.reload}</p>
        </div>
      ) : (
        <Table
          caption={words.channels}
          columns={[words.name, words.to, words.sent, words.waiting, words.trouble, texts.common.actions]}
          stacks
        >
          {channels.map(({ name, to, sent, waiting, error, failed }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-column={words.to}>
                <code>{to}</code>
              </td>
              <td data-column={words.sent}>{sent === null ? "–" : format.relative(sent - now)}</td>
              <td data-column={words.waiting}>{format.count(waiting)}</td>
              <td data-column={words.trouble}>
                {error === null ? (
                  "–"
                ) : (
                  <>
                    <span lang="en">{error}</span> {failed !== null && format.relative(failed - now)}
                  </>
                )}
              </td>
              <td class="end">
                <button
                  type="button"
                  class="small"
                  aria-label={`${words.test}: ${name}`}
                  disabled={task.busy}
                  onClick={() => void test(name)}
                >
                  {words.test}
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

function Example({ text }: { readonly text: string }) {
  return (
    <div class="json">
      <pre>{text}</pre>
      <Copy text={text} />
    </div>
  );
}

function Rules({ rules }: { readonly rules: readonly RuleEntry[] }) {
  const { texts, format } = useSpeech();
  const words = usePageTexts().notifications;
  return (
    <Card title={words.rules}>
      <Table caption={words.rules} columns={[words.rule, words.after, words.state]} stacks>
        {rules.map(({ key, on, minutes, holds }) => (
          <tr key={key}>
            <th scope="row">
              {titleOf(key, texts)} <code class="about">{key}</code>
            </th>
            <td data-column={words.after}>
              {!on
                ? words.isOff
                : minutes === 0
                  ? words.atOnce
                  : words.afterMinutes(format.duration(minutes * MINUTE))}
            </td>
            <td data-column={words.state}>{holds ? <span class="tag bad">{words.holds}</span> : "–"}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
