import { Notice } from "../../parts/notice.js";
import { useI18n } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

/** Says where a setting is set, if it cannot be changed here. */
export function FixedNotice({ where }: { readonly where: string | undefined }) {
  const { fill } = useI18n();
  const { notifications: words } = usePageTexts();
  return where === undefined ? null : <Notice tone="info">{fill(words.fixed, { where })}</Notice>;
}
