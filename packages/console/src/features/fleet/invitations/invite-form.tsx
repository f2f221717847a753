import { useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { Copy } from "../../../parts/copy.js";
import { Switch } from "../../../parts/field.js";
import { Form, fieldErrors, TextField } from "../../../parts/form.js";
import { Notice } from "../../../parts/notice.js";
import { changedFields, type Form as DraftForm, useDraft } from "../../../state/drafts/drafts.js";
import { useAppState, useTask } from "../../../state/hooks.js";
import { parseLabels } from "../labels.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

const HOUR = 3_600_000;

interface Invitation {
  readonly labels: string;
  readonly uses: string;
  readonly hours: string;
  readonly wait: boolean;
}
const DEFAULT: Invitation = { labels: "", uses: "1", hours: "1", wait: false };
const FORM: DraftForm<Partial<Invitation>> = { page: "invitations", empty: {} };

interface InviteProps extends FleetPageProps {
  readonly onMade: () => Promise<void>;
}

/** Creates an invitation, and shows its token once. */
export function InviteForm({ words: { invite: words }, onMade }: InviteProps) {
  const { session, drafts } = useAppState();
  const task = useTask();
  const [typed, draft] = useDraft(drafts, FORM);
  const { labels, uses, hours, wait } = { ...DEFAULT, ...typed };
  const type = (change: Partial<Invitation>) => draft.set(changedFields(typed, DEFAULT, change));
  const [token, setToken] = useState("");
  const parsed = parseLabels(labels);
  const { at, rest } = fieldErrors(task.error, ["labels", "uses"]);

  const create = () =>
    task.run(async () => {
      const request = { labels: parsed ?? {}, uses: Number(uses), lifetime: Number(hours) * HOUR, wait };
      setToken((await session.call("fleet.invite", request)).token);
      draft.set({});
      await onMade();
    });
  return (
    <Card title={words.title} about={words.about}>
      {token === "" ? (
        <Form
          task={{ ...task, error: rest }}
          submit={words.create}
          blocked={parsed === undefined}
          onSubmit={() => void create()}
        >
          <TextField
            label={words.labels}
            help={words.labelsHelp}
            unfit={parsed === undefined && words.badLabels}
            error={at("labels")}
            value={labels}
            onValue={(next) => type({ labels: next })}
          />
          <div class="row">
            <TextField
              label={words.uses}
              help={words.usesHelp}
              class="short"
              type="number"
              min={1}
              max={100_000}
              required
              error={at("uses")}
              value={uses}
              onValue={(next) => type({ uses: next })}
            />
            <TextField
              label={words.hours}
              class="short"
              type="number"
              min={1}
              max={8_760}
              required
              value={hours}
              onValue={(next) => type({ hours: next })}
            />
          </div>
          <Switch label={words.wait} on={wait} onSwitch={(on) => type({ wait: on })} />
        </Form>
      ) : (
        <NewToken token={token} words={words} onDone={() => setToken("")} />
      )}
    </Card>
  );
}

interface NewTokenProps {
  readonly token: string;
  readonly words: FleetPageProps["words"]["invite"];
  readonly onDone: () => void;
}

function NewToken({ token, words, onDone }: NewTokenProps) {
  const command = `pilothouse join ${token}`;
  return (
    <div class="once">
      <Notice tone="good">{words.made}</Notice>
      <pre class="command">{command}</pre>
      <div class="actions">
        <Copy text={command} says={words.copyCommand} />
        <Copy text={token} says={words.copyToken} />
        <button type="button" onClick={onDone}>
          {words.done}
        </button>
      </div>
    </div>
  );
}
