import { useId } from "preact/hooks";
import { useModal } from "../parts/dialog.js";
import { useI18n } from "../state/hooks.js";
import { GO } from "./shortcuts.js";

/** Which keys do what. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const { texts } = useI18n();
  const words = texts.palette;
  const id = useId();
  return (
    <dialog {...useModal(onClose)} aria-labelledby={id}>
      <h2 id={id}>{words.shortcuts}</h2>
      <dl class="keys">
        <div>
          <dt>
            <kbd>Ctrl</kbd> <kbd>K</kbd>
          </dt>
          <dd>{words.title}</dd>
        </div>
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{words.showShortcuts}</dd>
        </div>
        {Object.entries(GO).map(([letter, page]) => (
          <div key={letter}>
            <dt>
              <kbd>g</kbd> {words.followedBy} <kbd>{letter}</kbd>
            </dt>
            <dd>{texts.pages[page]}</dd>
          </div>
        ))}
      </dl>
      <div class="actions end">
        <button type="button" onClick={onClose}>
          {texts.common.close}
        </button>
      </div>
    </dialog>
  );
}
