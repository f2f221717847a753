import type { ComponentChildren, ComponentProps, ComponentType } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Open, PaletteDialogs } from "../palette/dialogs.js";
import { useShortcuts } from "../palette/shortcuts.js";
import type { Language } from "../texts/language.js";

interface PaletteControls {
  readonly onPalette: () => void;
  /** Must be rendered where no ancestor can be hidden. */
  readonly dialogs: ComponentChildren;
}

/** The global shortcuts, and the palette, whose code is loaded on first use. */
export function usePalette(onLanguage: (language: Language) => void): PaletteControls {
  const [open, setOpen] = useState<Open>();
  const [Loaded, setLoaded] = useState<ComponentType<ComponentProps<typeof PaletteDialogs>>>();
  useEffect(() => {
    if (open === undefined || Loaded !== undefined) return;
    import("../palette/dialogs.js").then(
      (code) => setLoaded(() => code.PaletteDialogs),
      () => setOpen(undefined),
    );
  }, [open, Loaded]);
  const onPalette = useCallback(() => setOpen("palette"), []);
  const onHelp = useCallback(() => setOpen("shortcuts"), []);
  useShortcuts(onPalette, onHelp);
  return { onPalette, dialogs: Loaded && <Loaded open={open} onOpen={setOpen} onLanguage={onLanguage} /> };
}
