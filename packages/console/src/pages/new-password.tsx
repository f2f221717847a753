import { Gate } from "../parts/gate.js";
import { Notice } from "../parts/notice.js";
import { PasswordForm } from "../parts/password-form.js";
import { useSpeech } from "../state/hooks.js";
import type { Session } from "../state/session.js";

interface NewPasswordProps {
  readonly session: Session;
  readonly onChosen: (password: string) => Promise<void>;
}

/** Where the factory password leads, and nowhere else. */
export function NewPassword({ session, onChosen }: NewPasswordProps) {
  const { password: words } = useSpeech().texts;
  return (
    <Gate title={words.choose}>
      <Notice tone="warning">{words.why}</Notice>
      <PasswordForm session={session} onChosen={onChosen} focused first />
    </Gate>
  );
}
