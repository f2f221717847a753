import type { ComponentChildren, ComponentProps, ComponentType } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { NotLoadedDialog } from "../loading/not-loaded-dialog.js";
import type { Open, PaletteDialogs } from "../palette/dialogs.js";
import { useShortcuts } from "../palette/shortcuts.js";
import { useSelector } from "../state/cell.js";
import { useAppState, useI18n } from "../state/hooks.js";
import { isKnown } from "../state/live.js";
import type { Language } from "../texts/language.js";
import { loadNodeNames } from "./page-code.js";

interface PaletteControls {
  readonly onPalette: () => void;
  /** Must be rendered where no ancestor can be hidden. */
  readonly dialogs: ComponentChildren;
}

/** The global shortcuts, and the palette. Its code is loaded once the first page is complete, before it is needed. */
export function usePalette(onLanguage: (language: Language) => void): PaletteControls {
  const { texts } = useI18n();
  const { live } = useAppState();
  const [open, setOpen] = useState<Open>();
  const [Loaded, setLoaded] = useState<ComponentType<ComponentProps<typeof PaletteDialogs>>>();
  const [isMissing, setMissing] = useState(false);
  const router = useSelector(live.snapshot, isKnown);
  const hub = useSelector(live.hub, isKnown);
  const load = useCallback(async () => {
    const { PaletteDialogs } = await import("../palette/dialogs.js");
    setLoaded(() => PaletteDialogs);
  }, []);
  useEffect(() => {
    if (Loaded !== undefined) return undefined;
    if (open !== undefined) {
      setMissing(false);
      void load().catch(() => setMissing(true));
    } else if (router || hub) return whenIdle(() => void load().catch(() => {}));
    return undefined;
  }, [open, Loaded, load, router, hub]);
  const onPalette = useCallback(() => setOpen("palette"), []);
  const onHelp = useCallback(() => setOpen("shortcuts"), []);
  useShortcuts(onPalette, onHelp);
  return {
    onPalette,
    dialogs: Loaded ? (
      <Loaded open={open} onOpen={setOpen} onLanguage={onLanguage} loadNodeNames={loadNodeNames} />
    ) : (
      open &&
      isMissing && (
        <NotLoadedDialog
          title={open === "palette" ? texts.palette.title : texts.palette.shortcuts}
          load={load}
          onClose={() => setOpen(undefined)}
        />
      )
    ),
  };
}

/** Safari has no idle callbacks. */
const LATER_MS = 1_000;

/** Runs `work` when the browser has nothing else to do. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(work, LATER_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
