import { ask } from "@pilothouse/client/browser";
import { useState } from "preact/hooks";
import { ActDialog, type AskedAction } from "../parts/act-dialog.js";
import { useHelm, useSpeech } from "../state/hooks.js";
import type { Language } from "../texts/language.js";
import { Palette } from "./palette.js";
import { ShortcutList } from "./shortcut-list.js";

export type Open = "palette" | "shortcuts" | undefined;

interface PaletteDialogsProps {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onLanguage: (language: Language) => void;
}

/** The palette, the list of keys, and the question that an action chosen there asks. */
export function PaletteDialogs({ open, onOpen, onLanguage }: PaletteDialogsProps) {
  const { texts, say } = useSpeech();
  const { session, live, updates } = useHelm();
  const [asking, setAsking] = useState<AskedAction>();
  const act = async (action: AskedAction) => {
    setAsking(undefined);
    if (action === "Update") return updates.install();
    try {
      await session.ask(ask.act(action));
      say(texts.control.sent);
    } finally {
      await live.look();
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
        <ActDialog
          action={asking}
          onLeave={() => setAsking(undefined)}
          onYes={() => void act(asking).catch((error: unknown) => say(String(error)))}
        />
      )}
    </>
  );
}
