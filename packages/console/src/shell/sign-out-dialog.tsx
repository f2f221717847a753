import { nodeAddress, serviceAddress } from "../page-names.js";
import { Dialog } from "../parts/dialog.js";
import type { UnsavedPage } from "../state/drafts/draft-store.js";
import { useI18n } from "../state/hooks.js";

interface SignOutDialogProps {
  readonly unsaved: readonly UnsavedPage[];
  readonly onLeave: () => void;
  readonly onYes: () => void;
}

/** Asks before unsaved changes are lost, and leads to them. */
export function SignOutDialog({ unsaved, onLeave, onYes }: SignOutDialogProps) {
  const { shell: words, pages } = useI18n().texts;
  return (
    <Dialog
      title={words.signOutTitle}
      no={words.stay}
      yes={words.signOutYes}
      danger
      alone
      onLeave={onLeave}
      onYes={onYes}
    >
      <p>{words.unsaved}</p>
      <ul>
        {unsaved.map(({ node, page }) => (
          <li key={`${node} ${page}`}>
            <a href={node === undefined ? serviceAddress(page) : nodeAddress(node, page)} onClick={onLeave}>
              {pages[page]}
            </a>
            {node !== undefined && ` (${node})`}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
