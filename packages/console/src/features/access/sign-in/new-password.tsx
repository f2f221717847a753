import { LanguageChooser, type LanguageProps } from "../../../parts/choosers.js";
import { Notice } from "../../../parts/notice.js";
import { useI18n } from "../../../state/hooks.js";
import { PasswordForm } from "../password-form.js";
import { SignInLayout } from "./sign-in-layout.js";

interface NewPasswordProps extends LanguageProps {
  readonly onChosen: (password: string) => Promise<void>;
}

/** Shown first while the factory password is set. */
export function NewPassword({ onChosen, ...chooser }: NewPasswordProps) {
  const { password: words } = useI18n().texts;
  return (
    <SignInLayout title={words.choose} aside={<LanguageChooser {...chooser} />}>
      <Notice tone="warning">{words.why}</Notice>
      <PasswordForm onChosen={onChosen} first />
    </SignInLayout>
  );
}
