import { LanguageChooser } from "../../../parts/choosers.js";
import { Notice } from "../../../parts/notice.js";
import { useI18n } from "../../../state/hooks.js";
import type { Language } from "../../../texts/language.js";
import { PasswordForm } from "../password-form.js";
import { SignInLayout } from "./sign-in-layout.js";

interface NewPasswordProps {
  readonly onChosen: (password: string) => Promise<void>;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
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
