import { useModal } from "../parts/dialog.js";
import { useI18n } from "../state/hooks.js";
import { NotLoaded } from "./not-loaded.js";

interface NotLoadedDialogProps {
  /** What could not be loaded. */
  readonly title: string;
  readonly load: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Something that was chosen on any page could not be loaded. */
export function NotLoadedDialog({ title, load, onClose }: NotLoadedDialogProps) {
  const { texts } = useI18n();
  return (
    <dialog {...useModal(onClose)} aria-label={title}>
      <div class="dialog-body">
        <h2>{title}</h2>
        <NotLoaded load={load} />
        <div class="actions end">
          <button type="button" onClick={onClose}>
            {texts.common.close}
          </button>
        </div>
      </div>
    </dialog>
  );
}
