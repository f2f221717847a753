import { useId, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { ActionToConfirm } from "../parts/action-dialog.js";
import { useModal } from "../parts/dialog.js";
import { useCell } from "../state/cell.js";
import { useAppState, useI18n, useServiceAway } from "../state/hooks.js";
import { useLimited, useScope } from "../state/scope.js";
import type { Language } from "../texts/language.js";
import { type Command, commands, matching } from "./commands.js";
import { type LoadNodeNames, useSearch } from "./search/use-search.js";

interface PaletteProps {
  readonly onClose: () => void;
  readonly onAsk: (action: ActionToConfirm) => void;
  readonly onReseed: () => void;
  readonly onLanguage: (language: Language) => void;
  readonly onShortcuts: () => void;
  readonly loadNodeNames: LoadNodeNames;
}

/** A search over pages, actions, settings and what they are called: type, choose with the arrows, and press Enter. */
export function Palette({ onClose, loadNodeNames, ...context }: PaletteProps) {
  const { texts } = useI18n();
  const state = useAppState();
  const scope = useScope();
  const isLimited = useLimited();
  const words = texts.palette;
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const away = useServiceAway();
  const isDown = useCell(state.live.snapshot)?.away === "router";
  const all = useMemo(
    () => commands({ state, scope, isLimited, away, isDown, texts, ...context }),
    [state, scope, isLimited, away, isDown, texts],
  );
  const found = matching(all, typed, useSearch(typed, loadNodeNames));
  const chosen = Math.min(at, found.length - 1);
  useLayoutEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);

  const run = (command: Command | undefined) => {
    if (command === undefined || command.blocked) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setAt((chosen + step + found.length) % found.length);
  };
  return (
    <dialog {...useModal(onClose)} class="palette" aria-label={words.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(found[chosen]);
        }}
      >
        <input
          type="text"
          role="combobox"
          aria-label={words.title}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          placeholder={words.placeholder}
          value={typed}
          onKeyDown={press}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
        />
      </form>
      <div id={id} class="found" role="listbox" aria-label={words.title}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the choice.
          <div
            key={command.group + command.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            aria-disabled={command.blocked}
            onClick={() => run(command)}
            onMouseMove={() => setAt(index)}
          >
            {command.label} <span class="about">{command.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p role="status">{words.none}</p>}
    </dialog>
  );
}
