import { type OperatorEntry, type Result, ROLE_NAMES, type Role } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Dialog } from "../../../parts/dialog.js";
import { Field } from "../../../parts/field.js";
import { Failure } from "../../../parts/notice.js";
import { useAppState, useI18n, useTask } from "../../../state/hooks.js";
import { askFleet } from "../ask-fleet.js";
import { labelTexts, parseLabels } from "../labels.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

interface OperatorDialogProps extends FleetPageProps {
  /** The account to change; absent for a new one. */
  readonly operator: OperatorEntry | undefined;
  readonly onLeave: () => void;
  readonly onSaved: (answer: Result<"fleet.operators">, name: string) => void;
}

/** Creates an account, or changes its role, nodes or password. */
export function OperatorDialog({ words: all, operator, onLeave, onSaved }: OperatorDialogProps) {
  const { session } = useAppState();
  const { fill } = useI18n();
  const { operators: words, invite } = all;
  const task = useTask();
  const isNew = operator === undefined;
  const [name, setName] = useState(operator?.name ?? "");
  const [role, setRole] = useState<Role>(operator?.role ?? "viewer");
  const [labels, setLabels] = useState(() => labelTexts(operator?.labels ?? {}).join(", "));
  const [password, setPassword] = useState("");
  const parsed = parseLabels(labels);
  const save = () =>
    task.run(async () => {
      const wish = { name, role, labels: parsed ?? {}, ...(password !== "" && { password }) };
      onSaved(await session.ask(askFleet("fleet.operators", wish)), name);
    });
  return (
    <Dialog
      title={isNew ? words.addTitle : fill(words.changeTitle, { name })}
      yes={words.save}
      blocked={task.busy || parsed === undefined}
      onLeave={onLeave}
      onYes={() => void save()}
    >
      {isNew && (
        <Field label={words.name} help={words.nameHelp}>
          {(control) => (
            <input
              {...control}
              required
              pattern="[a-z][a-z0-9._\-]{0,31}"
              autocomplete="off"
              spellcheck={false}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Field label={words.role} help={words.roleHelp[role]}>
        {(control) => (
          <select {...control} value={role} onChange={(event) => setRole(event.currentTarget.value as Role)}>
            {ROLE_NAMES.map((one) => (
              <option key={one} value={one}>
                {words.roles[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={words.labels}
        help={words.labelsHelp}
        error={parsed === undefined ? invite.badLabels : undefined}
      >
        {(control) => (
          <input {...control} value={labels} onInput={(event) => setLabels(event.currentTarget.value)} />
        )}
      </Field>
      <Field label={words.password} help={isNew ? words.passwordNew : words.passwordKeep}>
        {(control) => (
          <input
            {...control}
            type="password"
            autocomplete="new-password"
            required={isNew}
            minLength={10}
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        )}
      </Field>
      <Failure error={task.error} />
    </Dialog>
  );
}
