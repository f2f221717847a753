import { Notice } from "../../parts/notice.js";
import { usePageTexts } from "../../state/page-texts.js";

/** Says where a setting is set, if it cannot be changed here. */
export function FixedNotice({ where }: { readonly where: string | undefined }) {
  const { notifications: words } = usePageTexts();
  return where === undefined ? null : <Notice tone="info">{words.fixed(where)}</Notice>;
}
