import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Command } from "../../parts/copy.js";
import { May } from "../../parts/needs.js";
import { useAppState, useI18n, useLoaded } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { fetchSetup, NO_SETUP } from "../../state/sign-in.js";
import { DownloadDialog } from "./download-dialog.js";

const COMMANDS = {
  make: "backup --encrypt pilothouse.backup",
  restore: "restore pilothouse.backup",
} as const;

/** In the place of the command that chooses a password: it names the program, and the directory where that is needed. */
const commandLike = (passwd: string, words: string): string =>
  passwd.replace(/ passwd( --local)?(?= |$)/, ` ${words}`);

/** Saves a backup of this service to a file, and shows how one is made and put back on its machine. */
export function BackupCard({ about }: { /** What it holds, if not a router's. */ readonly about?: string }) {
  const { texts } = useI18n();
  const words = usePageTexts().backup;
  const { session, node } = useAppState();
  // Before a sign-in only a hub itself answers, and its directory is not that of a node.
  const setup = useLoaded(async () => (node === undefined ? fetchSetup(session.link) : NO_SETUP), [node]);
  const [isAsking, setAsking] = useState(false);
  const { passwd } = setup.value ?? NO_SETUP;
  const commands = (["make", "restore"] as const).map((name) => ({
    name,
    text: commandLike(passwd, COMMANDS[name]),
  }));
  return (
    <Card title={words.title} about={about ?? words.about}>
      {node === undefined && (
        <May scope="all">
          <div class="actions">
            <button type="button" onClick={() => setAsking(true)}>
              {words.download}
            </button>
          </div>
        </May>
      )}
      {isAsking && <DownloadDialog onDone={() => setAsking(false)} />}
      {commands.map(({ name, text }) => (
        <Command key={name} label={words[name]} text={text} copyLabel={`${texts.common.copy}: ${text}`} />
      ))}
    </Card>
  );
}
