import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Dialog } from "../../parts/dialog.js";
import { Field } from "../../parts/field.js";
import { Form, fieldErrors } from "../../parts/form.js";
import { Notice } from "../../parts/notice.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

interface SubscriptionsProps {
  readonly saved: readonly string[];
  /** What saving interrupts, in a sentence. */
  readonly interruption: string;
  readonly onSaved: () => Promise<void>;
}

/** Where the router gets further names from, one address a line. */
export function Subscriptions({ saved, interruption, onSaved }: SubscriptionsProps) {
  const { announce, fill } = useI18n();
  const { session } = useAppState();
  const { addressbook: words, notifications } = usePageTexts();
  const task = useTask();
  const [typed, setTyped] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  const [isDone, setDone] = useState(false);
  const text = typed ?? saved.join("\n");
  const urls = text.split(/\s+/).filter((line) => line !== "");
  const bad = urls.find((url) => !/^http:\/\/[^/]/.test(url));
  const save = () =>
    task.run(async () => {
      setAsked(false);
      await session.call("pilothouse.names", { subscribe: urls, limit: 0 }, true);
      setTyped(undefined);
      setDone(true);
      announce(notifications.saved);
      await onSaved();
    });
  const errors = fieldErrors(task.error, ["subscribe"]);
  return (
    <Card title={words.subscriptions} about={words.subscriptionsMore} needs="settings">
      {isDone && <Notice tone="good">{notifications.saved}</Notice>}
      <Form
        task={task}
        errors={errors}
        submit={notifications.save}
        blocked={typed === undefined || typed === saved.join("\n") || bad !== undefined}
        onSubmit={() => setAsked(true)}
      >
        <Field label={words.urls} error={bad ? fill(words.badUrl, { url: bad }) : errors.at("subscribe")}>
          {(control) => (
            <textarea
              {...control}
              rows={4}
              spellcheck={false}
              value={text}
              onInput={({ currentTarget }) => {
                setDone(false);
                setTyped(currentTarget.value);
              }}
            />
          )}
        </Field>
      </Form>
      {isAsked && (
        <Dialog
          title={words.subscriptions}
          yes={notifications.save}
          onLeave={() => setAsked(false)}
          onYes={() => void save()}
        >
          <p>{[words.subscribeMore, interruption].join(" ")}</p>
        </Dialog>
      )}
    </Card>
  );
}
