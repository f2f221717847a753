import type { ErrorName } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.js";
import { TextField } from "../../parts/form.js";
import { Failure } from "../../parts/notice.js";
import { download } from "../../state/browser/download.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { withoutDots } from "../../texts/fill.js";

interface KeyDialogProps {
  readonly name: string;
  readonly onDone: () => void;
}

/** Saves the private key of a tunnel to a file. The service wants the password again. */
export function KeyDialog({ name, onDone }: KeyDialogProps) {
  const { texts, announce } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().tunnels;
  const [password, setPassword] = useState("");
  const task = useTask();
  const isWrong = task.error?.name === ("wrongPassword" satisfies ErrorName);
  const save = () =>
    task.run(async () => {
      const { key } = await session.call("pilothouse.tunnelKey", { name, password });
      download(`${name}.dat`, new Blob([Uint8Array.from(atob(key), (one) => one.charCodeAt(0))]));
      announce(words.done);
      onDone();
    });
  return (
    <Dialog
      title={`${withoutDots(words.exportKey)}: ${name}`}
      yes={words.saveKey}
      blocked={task.busy || password === ""}
      onLeave={onDone}
      onYes={() => void save()}
    >
      <p>{words.exportMore}</p>
      <TextField
        label={texts.signIn.password}
        type="password"
        autocomplete="off"
        required
        error={isWrong && texts.signIn.wrong}
        value={password}
        onValue={setPassword}
      />
      <Failure error={isWrong ? undefined : task.error} />
    </Dialog>
  );
}
