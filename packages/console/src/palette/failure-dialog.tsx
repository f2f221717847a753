import type { ClientError } from "@pilothouse/client/browser";
import { useModal } from "../parts/dialog.js";
import { Failure } from "../parts/notice.js";
import { useI18n } from "../state/hooks.js";

interface FailureDialogProps {
  readonly error: ClientError;
  readonly onClose: () => void;
}

/** Shows on any page that an action failed. */
export function FailureDialog({ error, onClose }: FailureDialogProps) {
  const { texts } = useI18n();
  return (
    <dialog {...useModal(onClose)} aria-label={texts.common.failed}>
      <Failure error={error} />
      <div class="actions end">
        <button type="button" onClick={onClose}>
          {texts.common.close}
        </button>
      </div>
    </dialog>
  );
}
