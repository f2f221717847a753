import { LanguageChooser, type LanguageProps } from "../../../parts/choosers.js";
import { Notice } from "../../../parts/notice.js";
import { useFirstI18n } from "../../../state/hooks.js";
import { PasswordForm } from "../password-form.js";
import { SignInLayout, type SignInLayoutProps } from "./sign-in-layout.js";

interface NewPasswordProps extends LanguageProps, Pick<SignInLayoutProps, "onTyping"> {
  readonly onChosen: (password: string) => Promise<void>;
}

/** Shown first while the factory password is set. */
export function NewPassword({ onChosen, onTyping, ...chooser }: NewPasswordProps) {
  const { password: words } = useFirstI18n().texts;
  return (
    <SignInLayout title={words.choose} onTyping={onTyping} aside={<LanguageChooser {...chooser} />}>
      <Notice tone="info">{words.why}</Notice>
      <PasswordForm onChosen={onChosen} first />
    </SignInLayout>
  );
}
