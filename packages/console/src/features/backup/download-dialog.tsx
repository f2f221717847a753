import { type ErrorName, plainPasswordFault } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.js";
import { fieldErrors, TextField } from "../../parts/form.js";
import { Failure } from "../../parts/notice.js";
import { download } from "../../state/browser/download.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import type { Session } from "../../state/session.js";
import { withoutDots } from "../../texts/fill.js";

type Progress = (done: number, all: number) => void;

/** Has a backup made and saves it to a file. The service wants the password again, and encrypts it. */
export function DownloadDialog({ onDone }: { readonly onDone: () => void }) {
  const { texts, format, fill, announce } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().backup;
  const [passphrase, setPassphrase] = useState("");
  const [again, setAgain] = useState("");
  const [password, setPassword] = useState("");
  const [progress, setProgress] = useState<string>();
  const { busy, error, run } = useTask();
  const isWrong = error?.name === ("wrongPassword" satisfies ErrorName);
  const errors = fieldErrors(isWrong ? undefined : error, ["passphrase"]);
  const isShort = plainPasswordFault(passphrase) !== undefined;
  const differs = again !== "" && again !== passphrase;
  const show: Progress = (done, all) =>
    setProgress(fill(words.progress, { done: format.bytes(done), all: format.bytes(all) }));
  const save = () =>
    run(async () => {
      setProgress(words.making);
      try {
        const content = await fetchBackup(session, { password, passphrase }, show);
        download(`pilothouse-${new Date().toISOString().slice(0, 10)}.backup`, content);
      } finally {
        setProgress(undefined);
      }
      announce(words.saved);
      onDone();
    });
  return (
    <Dialog
      title={withoutDots(words.download)}
      yes={words.save}
      blocked={busy || isShort || again !== passphrase || password === ""}
      onLeave={onDone}
      onYes={() => void save()}
    >
      <TextField
        label={words.passphrase}
        help={`${words.passphraseHelp} ${texts.password.short}`}
        error={errors.at("passphrase")}
        type="password"
        autocomplete="new-password"
        required
        value={passphrase}
        onValue={setPassphrase}
      />
      <TextField
        label={words.again}
        unfit={differs && words.differ}
        type="password"
        autocomplete="new-password"
        required
        value={again}
        onValue={setAgain}
      />
      <TextField
        label={texts.signIn.password}
        error={isWrong && texts.signIn.wrong}
        type="password"
        autocomplete="off"
        required
        value={password}
        onValue={setPassword}
      />
      {progress !== undefined && <p role="status">{progress}</p>}
      <Failure error={errors.rest} />
    </Dialog>
  );
}

async function fetchBackup(
  session: Session,
  secrets: { readonly password: string; readonly passphrase: string },
  onProgress: Progress,
): Promise<Blob> {
  const { file, bytes } = await session.call("pilothouse.backup", secrets, true);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from: number | null = 0; from !== null; ) {
    onProgress(from, bytes);
    const { part, next }: { part: string; next: number | null } = await session.call(
      "pilothouse.backupPart",
      { file, from },
    );
    parts.push(Uint8Array.from(atob(part), (one) => one.charCodeAt(0)));
    from = next;
  }
  return new Blob(parts);
}
