import type { ComponentProps, ComponentType } from "preact";
import { useState } from "preact/hooks";
import { NotLoadedDialog } from "../../loading/not-loaded-dialog.js";
import { Card } from "../../parts/card.js";
import { Command } from "../../parts/copy.js";
import { May } from "../../parts/needs.js";
import { useAppState, useI18n, useLoaded } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { fetchSetup, NO_SETUP } from "../../state/sign-in.js";
import { withoutDots } from "../../texts/fill.js";
import { DownloadDialog } from "./download-dialog.js";
import type { RestoreDialog } from "./restore-dialog.js";

const COMMANDS = {
  make: "backup --encrypt pilothouse.backup",
  restore: "restore pilothouse.backup",
  everything: "restore --everything pilothouse.backup",
} as const;

/** In the place of the command that chooses a password: it names the program, and the directory where that is needed. */
const commandLike = (passwd: string, words: string): string =>
  passwd.replace(/ passwd( --local)?(?= |$)/, ` ${words}`);

/**
 * Saves a backup of this service to a file, restores one, and shows how both are done on its machine. A hub refuses both
 * to a browser.
 */
export function BackupCard({ about }: { /** What it holds, if not a router's. */ readonly about?: string }) {
  const { texts } = useI18n();
  const { backup: words, restore } = usePageTexts();
  const { session, node, place } = useAppState();
  // Before a sign-in only a hub itself answers, and its directory is not that of a node.
  const setup = useLoaded(async () => (node === undefined ? fetchSetup(session.link) : NO_SETUP), [node]);
  const [isAsking, setAsking] = useState(false);
  const [restoring, setRestoring] = useState<"loading" | "missing" | "open">();
  const [Restore, setRestore] = useState<ComponentType<ComponentProps<typeof RestoreDialog>>>();
  const { passwd } = setup.value ?? NO_SETUP;
  /** Its code is loaded when it is opened. */
  const load = async () => {
    const { RestoreDialog } = await import("./restore-dialog.js");
    setRestore(() => RestoreDialog);
    setRestoring("open");
  };
  const openRestore = () => {
    setRestoring("loading");
    void load().catch(() => setRestoring("missing"));
  };
  const isHere = place === "router";
  const commands = [
    ["make", isHere ? words.make : words.makeOnly],
    ["restore", words.restore],
  ] as const;
  return (
    <Card title={words.title} about={about ?? words.about}>
      {isHere && (
        <May scope="all">
          <div class="actions">
            <button type="button" onClick={() => setAsking(true)}>
              {words.download}
            </button>
            <button type="button" onClick={openRestore}>
              {restore.upload}
            </button>
          </div>
        </May>
      )}
      {isAsking && <DownloadDialog onDone={() => setAsking(false)} />}
      {restoring === "missing" && (
        <NotLoadedDialog
          title={withoutDots(restore.upload)}
          load={load}
          onClose={() => setRestoring(undefined)}
        />
      )}
      {restoring === "open" && Restore && (
        <Restore command={commandLike(passwd, COMMANDS.everything)} onDone={() => setRestoring(undefined)} />
      )}
      {commands.map(([name, label]) => {
        const text = commandLike(passwd, COMMANDS[name]);
        return <Command key={name} label={label} text={text} copyLabel={`${texts.common.copy}: ${text}`} />;
      })}
    </Card>
  );
}
