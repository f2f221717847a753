import type { ErrorName } from "@pilothouse/protocol";
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.js";
import { Field } from "../../parts/field.js";
import { fieldErrors, TextField } from "../../parts/form.js";
import { Failure, Notice } from "../../parts/notice.js";
import { forgetRestoring, saveRestoring } from "../../state/browser/storage.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { withoutDots } from "../../texts/fill.js";
import { RestorePreview } from "./restore-preview.js";
import { type Preview, Upload } from "./upload.js";

const LOOK_MS = 1_000;

interface RestoreDialogProps {
  /** Restores what this leaves out. */
  readonly command: string;
  readonly onDone: () => void;
}

/** Restores a backup: the file and its passphrase, what would change, and the restart of the service. */
export function RestoreDialog({ command, onDone }: RestoreDialogProps) {
  const { texts, fill, format } = useI18n();
  const pages = usePageTexts();
  const words = pages.restore;
  const { session } = useAppState();
  const [file, setFile] = useState<File>();
  const [passphrase, setPassphrase] = useState("");
  const [password, setPassword] = useState("");
  const [progress, setProgress] = useState<string>();
  const [preview, setPreview] = useState<Preview>();
  /** The newest event when it began. */
  const [since, setSince] = useState<number>();
  const upload = useRef<Upload | undefined>(undefined);
  const { busy, error, run, clear } = useTask();
  const isWrong = error?.name === ("wrongPassword" satisfies ErrorName);
  const errors = fieldErrors(isWrong ? undefined : error, ["file", "bytes", "passphrase"]);

  const check = () =>
    run(async () => {
      if (file === undefined) return;
      // The service takes no upload of nothing. Of a single byte it says what it says of any other wrong file.
      const sending = new Upload(session, file.size > 0 ? file : new File([" "], file.name));
      upload.current = sending;
      const all = format.bytes(file.size);
      try {
        const checked = await sending.check({ password, passphrase }, (done) =>
          setProgress(
            done === file.size
              ? words.checking
              : fill(pages.backup.progress, { done: format.bytes(done), all }),
          ),
        );
        setPreview(checked);
      } finally {
        setProgress(undefined);
      }
    });
  const restore = () =>
    run(async () => {
      const { newest } = await session.call("pilothouse.events", { limit: 1 });
      await upload.current?.restore(password);
      saveRestoring();
      setSince(newest);
    });
  const leave = () => {
    upload.current?.leave(progress !== undefined);
    onDone();
  };

  if (since !== undefined)
    return <Restoring since={since} isNew={preview?.certificate !== null} onDone={onDone} />;
  if (preview !== undefined)
    return (
      <Dialog
        title={words.ask}
        yes={words.yes}
        danger
        wide
        blocked={busy}
        onLeave={leave}
        onYes={() => void restore()}
      >
        <RestorePreview preview={preview} command={command} />
        {isWrong && <Notice tone="error">{texts.signIn.wrong}</Notice>}
        <Failure error={isWrong ? undefined : error} />
      </Dialog>
    );
  return (
    <Dialog
      title={withoutDots(words.upload)}
      yes={words.check}
      blocked={busy || file === undefined || password === ""}
      onLeave={leave}
      onYes={() => void check()}
    >
      <Field label={words.file} help={words.fileHelp} error={errors.at("file") ?? errors.at("bytes")}>
        {(control) => (
          <input
            {...control}
            type="file"
            required
            disabled={busy}
            onChange={({ currentTarget }) => {
              setFile(currentTarget.files?.[0]);
              // What was said is about another file.
              clear();
            }}
          />
        )}
      </Field>
      <TextField
        label={pages.backup.passphrase}
        help={words.opensHelp}
        error={errors.at("passphrase")}
        type="password"
        autocomplete="off"
        disabled={busy}
        value={passphrase}
        onValue={setPassphrase}
      />
      <TextField
        label={texts.signIn.password}
        help={words.passwordHelp}
        error={isWrong && texts.signIn.wrong}
        type="password"
        autocomplete="off"
        required
        disabled={busy}
        value={password}
        onValue={setPassword}
      />
      {progress !== undefined && <p role="status">{progress}</p>}
      <Failure error={errors.rest} />
    </Dialog>
  );
}

interface RestoringProps {
  readonly since: number;
  /** The browser may not trust the new certificate, so that this page cannot see that the service is back. */
  readonly isNew: boolean;
  readonly onDone: () => void;
}

/** Until the service is back: the session has ended then, or an event says why nothing was restored. */
function Restoring({ since, isNew, onDone }: RestoringProps) {
  const { texts, fill } = useI18n();
  const words = usePageTexts().restore;
  const { session } = useAppState();
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (failed !== undefined) return undefined;
    const look = async () => {
      const kinds = ["restore.failed"];
      const { events } = await session.call("pilothouse.events", { kinds, after: since });
      const data = events[0]?.data;
      if (data === undefined) return;
      forgetRestoring();
      setFailed(fill(texts.eventTexts["restore.failed"], data as { [name: string]: string }));
    };
    // While it restarts there is no answer.
    const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
    return () => clearInterval(timer);
  }, [session, since, failed]);
  if (failed !== undefined)
    return (
      <Dialog
        title={withoutDots(words.upload)}
        yes={undefined}
        no={texts.common.close}
        alone
        onLeave={onDone}
        onYes={onDone}
      >
        <Notice tone="error">{failed}</Notice>
      </Dialog>
    );
  const reload = () => location.reload();
  return (
    <Dialog
      title={withoutDots(words.upload)}
      yes={undefined}
      no={words.reload}
      alone
      onLeave={reload}
      onYes={reload}
    >
      <p role="status">{words.restoring}</p>
      <progress aria-label={withoutDots(words.upload)} />
      {isNew && <p>{words.reloadHelp}</p>}
    </Dialog>
  );
}
