import { type OperatorEntry, type Result, ROLE_NAMES, type Role } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Dialog } from "../../../parts/dialog.js";
import { ChoiceField, fieldErrors, TextField } from "../../../parts/form.js";
import { Failure } from "../../../parts/notice.js";
import { useAppState, useI18n, useTask } from "../../../state/hooks.js";
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
  const { at, rest } = fieldErrors(task.error, [...(isNew ? ["name"] : []), "labels", "password"]);
  const save = () =>
    task.run(async () => {
      const wish = { name, role, labels: parsed ?? {}, ...(password !== "" && { password }) };
      onSaved(await session.call("fleet.operators", wish), name);
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
        <TextField
          label={words.name}
          help={words.nameHelp}
          required
          pattern="[a-z][a-z0-9._\-]{0,31}"
          autocomplete="off"
          spellcheck={false}
          error={at("name")}
          value={name}
          onValue={setName}
        />
      )}
      <ChoiceField
        label={words.role}
        help={words.roleHelp[role]}
        value={role}
        options={ROLE_NAMES.map((one) => [one, words.roles[one]])}
        onValue={setRole}
      />
      <TextField
        label={words.labels}
        help={words.labelsHelp}
        unfit={parsed === undefined && invite.badLabels}
        error={at("labels")}
        value={labels}
        onValue={setLabels}
      />
      <TextField
        label={words.password}
        help={isNew ? words.passwordNew : words.passwordKeep}
        type="password"
        autocomplete="new-password"
        required={isNew}
        minLength={10}
        error={at("password")}
        value={password}
        onValue={setPassword}
      />
      <Failure error={rest} />
    </Dialog>
  );
}
