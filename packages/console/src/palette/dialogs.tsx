import { ask } from "@pilothouse/client/browser";
import { useState } from "preact/hooks";
import { ActionDialog, type ActionToConfirm } from "../parts/action-dialog.js";
import { useAppState, useI18n } from "../state/hooks.js";
import type { Language } from "../texts/language.js";
import { Palette } from "./palette.js";
import { ShortcutList } from "./shortcut-list.js";

export type Open = "palette" | "shortcuts" | undefined;

interface PaletteDialogsProps {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onLanguage: (language: Language) => void;
}

/** The palette, the list of shortcuts, and the confirmation of an action chosen there. */
export function PaletteDialogs({ open, onOpen, onLanguage }: PaletteDialogsProps) {
  const { texts, announce } = useI18n();
  const { session, live, updates } = useAppState();
  const [asking, setAsking] = useState<ActionToConfirm>();
  const act = async (action: ActionToConfirm) => {
    setAsking(undefined);
    if (action === "Update") return updates.install();
    try {
      await session.ask(ask.act(action));
      announce(texts.control.sent);
    } finally {
      await live.poll();
    }
  };
  return (
    <>
      {open === "palette" && (
        <Palette
          onClose={() => onOpen(undefined)}
          onAsk={setAsking}
          onLanguage={onLanguage}
          onShortcuts={() => onOpen("shortcuts")}
        />
      )}
      {open === "shortcuts" && <ShortcutList onClose={() => onOpen(undefined)} />}
      {asking && (
        <ActionDialog
          action={asking}
          onLeave={() => setAsking(undefined)}
          onYes={() => void act(asking).catch((error: unknown) => announce(String(error)))}
        />
      )}
    </>
  );
}
