import { isIn } from "../page-names.js";
import { Message } from "../parts/dialog.js";
import { useAppState, useI18n } from "../state/hooks.js";
import { useLimited, useScope } from "../state/scope.js";
import { GO } from "./shortcuts.js";

/** Which keys do what, for the pages that are in the menu. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const { texts } = useI18n();
  const { place } = useAppState();
  const scope = useScope();
  const isLimited = useLimited();
  const words = texts.palette;
  return (
    <Message title={words.shortcuts} onClose={onClose}>
      <h2>{words.shortcuts}</h2>
      <dl class="keys">
        <div>
          <dt>
            <kbd>{words.ctrl}</kbd> <kbd>K</kbd>
          </dt>
          <dd>{words.title}</dd>
        </div>
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{words.showShortcuts}</dd>
        </div>
        {Object.entries(GO)
          .filter(([, page]) => isIn(place, page, scope, isLimited))
          .map(([letter, page]) => (
            <div key={letter}>
              <dt>
                <kbd>g</kbd> {words.followedBy} <kbd>{letter}</kbd>
              </dt>
              <dd>{texts.pages[page]}</dd>
            </div>
          ))}
      </dl>
    </Message>
  );
}
