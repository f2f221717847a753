import { HIDDEN, holdsSecret, type SettingDifference } from "@pilothouse/protocol";
import { useContext } from "preact/hooks";
import { settingLabel } from "../../reasons/reason-words.js";
import { settingValue } from "../../reasons/value-words.js";
import { useI18n } from "../../state/hooks.js";
import { PageTextsContext } from "../../state/page-texts.js";

/** Values before and after. The service hides secrets. */
export function Differences({ of }: { readonly of: readonly SettingDifference[] }) {
  const { texts } = useI18n();
  const pages = useContext(PageTextsContext);
  const shown = (name: string, value: string) =>
    holdsSecret(name, value) || value === HIDDEN
      ? texts.common.hidden
      : settingValue(name, value, texts, pages) || "“”";
  return (
    <ul class="details">
      {of.map(({ name, old, new: now }) => (
        <li key={name}>
          <span title={name}>{settingLabel(name, texts, pages)}</span>:{" "}
          {old !== null && <del>{shown(name, old)}</del>} {now !== null && <ins>{shown(name, now)}</ins>}
        </li>
      ))}
    </ul>
  );
}
