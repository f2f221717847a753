import type { ComponentProps, ComponentType } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Hands, Open } from "../palette/hands.js";
import { useShortcuts } from "../palette/shortcuts.js";
import { Icon } from "../parts/icon.js";
import { useSpeech } from "../state/hooks.js";
import type { Language } from "../texts/language.js";

/** The button and the keys that open the palette, whose code is loaded when it is first wanted. */
export function LazyHands({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const { texts } = useSpeech();
  const [open, setOpen] = useState<Open>();
  const [Loaded, setLoaded] = useState<ComponentType<ComponentProps<typeof Hands>>>();
  useEffect(() => {
    if (open === undefined || Loaded !== undefined) return;
    import("../palette/hands.js").then(
      (code) => setLoaded(() => code.Hands),
      () => setOpen(undefined),
    );
  }, [open, Loaded]);
  const palette = useCallback(() => setOpen("palette"), []);
  const help = useCallback(() => setOpen("shortcuts"), []);
  useShortcuts(palette, help);
  return (
    <>
      <button type="button" class="quiet search" onClick={palette}>
        <Icon name="search" /> {texts.palette.open} <kbd>Ctrl K</kbd>
      </button>
      {Loaded && <Loaded open={open} onOpen={setOpen} onLanguage={onLanguage} />}
    </>
  );
}
