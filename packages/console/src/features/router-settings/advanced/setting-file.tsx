import type { Settings } from "@pilothouse/protocol";
import { useRef, useState } from "preact/hooks";
import { Dialog } from "../../../parts/dialog.js";
import { May } from "../../../parts/needs.js";
import { Notice } from "../../../parts/notice.js";
import { download } from "../../../state/browser/download.js";
import { type Draft, draftOf, exported, imported } from "../../../state/drafts/draft.js";
import { useI18n } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";
import { withoutDots } from "../../../texts/fill.js";

/** More does not fit into one request. */
const LARGEST_FILE = 1024 * 1024;

interface SettingFileProps {
  readonly settings: Settings;
  readonly onDraft: (draft: Draft) => void;
}

/** Exports all settings to a file, or imports one as a draft. Importing alone writes nothing. */
export function SettingFile({ settings, onDraft }: SettingFileProps) {
  const { advanced: words } = usePageTexts();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<Settings>();
  const [bad, setBad] = useState(false);

  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const read = chosen.size > LARGEST_FILE ? undefined : imported(await chosen.text());
    setBad(read === undefined);
    setFile(read);
  };
  return (
    <div class="actions">
      <button
        type="button"
        onClick={() =>
          download("router-settings.json", new Blob([exported(settings)], { type: "application/json" }))
        }
      >
        {words.export}
      </button>
      <May scope="settings">
        <button type="button" onClick={() => chooser.current?.click()}>
          {words.import}
        </button>
      </May>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={words.import}
        accept=".json,.conf,.config,.txt"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // The same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
      {bad && <Notice tone="error">{words.importBad}</Notice>}
      {file && (
        <ImportDialog
          file={file}
          onLeave={() => setFile(undefined)}
          onChosen={(replace) => {
            onDraft(draftOf(settings, file, replace));
            setFile(undefined);
          }}
        />
      )}
    </div>
  );
}

interface ImportDialogProps {
  readonly file: Settings;
  readonly onLeave: () => void;
  readonly onChosen: (replace: boolean) => void;
}

function ImportDialog({ file, onLeave, onChosen }: ImportDialogProps) {
  const { texts, fill } = useI18n();
  const { advanced: words } = usePageTexts();
  const [replace, setReplace] = useState(false);
  const choice = (value: boolean, label: string) => (
    <label class="check">
      <input type="radio" name="import" checked={replace === value} onChange={() => setReplace(value)} />{" "}
      {label}
    </label>
  );
  return (
    <Dialog
      title={withoutDots(words.import)}
      yes={texts.common.next}
      onLeave={onLeave}
      onYes={() => onChosen(replace)}
    >
      <p>{fill(words.imported, { count: file.size })}</p>
      <fieldset>
        <legend>{words.importAsk}</legend>
        {choice(false, words.importKeep)}
        {choice(true, words.importReplace)}
      </fieldset>
      <p class="help">{words.importMore}</p>
    </Dialog>
  );
}
