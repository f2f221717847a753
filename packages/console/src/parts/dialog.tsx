import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { useFirstI18n, useServiceAway } from "../state/hooks.js";

interface DialogProps {
  readonly title: string;
  /** Called on cancel: the Escape key or the button. */
  readonly onLeave: () => void;
  readonly onYes: () => void;
  /** Without it there is only the other button. */
  readonly yes: string | undefined;
  /** The text of the other button. */
  readonly no?: string;
  /** It works while the service does not answer. */
  readonly alone?: boolean;
  readonly danger?: boolean;
  /** Disables the confirm button. */
  readonly blocked?: boolean;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** The properties of a dialog that is open while it is rendered; `onLeave` is called on Escape. */
export function useModal(onLeave: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const onCancel = (event: Event) => {
    // That of a file chooser inside bubbles up to here.
    if (event.target !== ref.current) return;
    event.preventDefault();
    onLeave();
  };
  return { ref, onCancel };
}

/** A confirmation dialog. The browser traps the focus inside and restores it. */
export function Dialog({
  title,
  onLeave,
  onYes,
  yes,
  no,
  alone,
  danger,
  blocked,
  wide,
  children,
}: DialogProps) {
  const { texts } = useFirstI18n();
  const id = useId();
  const away = useServiceAway() && !alone;
  return (
    <dialog {...useModal(onLeave)} class={wide ? "wide" : ""} aria-labelledby={id}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!blocked && !away) onYes();
        }}
      >
        <h2 id={id}>{title}</h2>
        <div class="dialog-body">{children}</div>
        {away && <p role="alert">{texts.common.serviceAway}</p>}
        <div class="actions end">
          <button type="button" onClick={onLeave}>
            {no ?? texts.common.cancel}
          </button>
          {yes && (
            <button type="submit" class={danger ? "danger" : "primary"} disabled={blocked || away}>
              {yes}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

interface MessageProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Something to read, with a button that closes it. */
export const Message = ({ title, onClose, children }: MessageProps) => (
  <dialog {...useModal(onClose)} aria-label={title}>
    {children}
    <div class="actions end">
      <button type="button" onClick={onClose}>
        {useFirstI18n().texts.common.close}
      </button>
    </div>
  </dialog>
);
