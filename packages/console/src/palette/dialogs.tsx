import { ask, type ClientCall } from "@pilothouse/client/browser";
import { useState } from "preact/hooks";
import { ActionDialog, type ActionToConfirm } from "../parts/action-dialog.js";
import { Message } from "../parts/dialog.js";
import { Failure } from "../parts/notice.js";
import { useAppState, useI18n, useTask } from "../state/hooks.js";
import type { Language } from "../texts/language.js";
import { goTo } from "./commands.js";
import { Palette } from "./palette.js";
import type { LoadNodeNames } from "./search/use-search.js";
import { ShortcutList } from "./shortcut-list.js";

export type Open = "palette" | "shortcuts" | undefined;

interface PaletteDialogsProps {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onLanguage: (language: Language) => void;
  readonly loadNodeNames: LoadNodeNames;
}

/** The palette, the list of shortcuts, the confirmation of an action chosen there, and its failure. */
export function PaletteDialogs({ open, onOpen, onLanguage, loadNodeNames }: PaletteDialogsProps) {
  const { texts, announce } = useI18n();
  const { session, live, updates } = useAppState();
  const [asking, setAsking] = useState<ActionToConfirm>();
  const task = useTask();
  const send = (call: ClientCall<unknown>) =>
    void task.run(async () => {
      try {
        await session.ask(call);
        announce(texts.control.sent);
      } finally {
        await live.poll();
      }
    });
  const act = (action: ActionToConfirm) => {
    setAsking(undefined);
    if (action !== "Update") return send(ask.act(action));
    void updates.install();
    return goTo("control");
  };
  return (
    <>
      {open === "palette" && (
        <Palette
          onClose={() => onOpen(undefined)}
          onAsk={setAsking}
          onReseed={() => send(ask.act("Reseed"))}
          onLanguage={onLanguage}
          onShortcuts={() => onOpen("shortcuts")}
          loadNodeNames={loadNodeNames}
        />
      )}
      {open === "shortcuts" && <ShortcutList onClose={() => onOpen(undefined)} />}
      {asking && (
        <ActionDialog action={asking} onLeave={() => setAsking(undefined)} onYes={() => act(asking)} />
      )}
      {task.error && (
        <Message title={texts.common.failed} onClose={task.clear}>
          <Failure error={task.error} />
        </Message>
      )}
    </>
  );
}
