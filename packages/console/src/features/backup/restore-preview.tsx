import { Command } from "../../parts/copy.js";
import { useI18n } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import type { Preview } from "./upload.js";

interface RestorePreviewProps {
  readonly preview: Preview;
  /** Restores what is left out here. */
  readonly command: string;
}

/** What a backup is, and what would change with it. */
export function RestorePreview({ preview, command }: RestorePreviewProps) {
  const { texts, format, fill } = useI18n();
  const words = usePageTexts().restore;
  const { made, version, router, routerNow, certificate, fleet, tokensAgain, tokensGone, left } = preview;
  const isOther = router !== null && routerNow !== null && router !== routerNow;
  const effects = [
    isOther && fill(words.router, { old: router, now: routerNow }),
    words.all,
    preview.password === "same" ? words.passwordSame : words.passwordOther,
    words.signedOut,
    words.place,
    fleet !== "none" && fleet !== "same" && words[fleet],
    tokensAgain.length > 0 && fill(words.again, { names: tokensAgain.join(", ") }),
    tokensGone.length > 0 && fill(words.gone, { names: tokensGone.join(", ") }),
  ];
  return (
    <>
      <p>{fill(words.made, { date: format.moment(made), version })}</p>
      <p>{words.nothing}</p>
      <ul class="points">
        {effects.map((effect) => effect && <li key={effect}>{effect}</li>)}
        {certificate !== null && (
          <li>
            {words.certificate} <code>{certificate}</code>
          </li>
        )}
      </ul>
      {left.length > 0 && (
        <>
          <p>{words.remains}</p>
          <ul class="points">
            {left.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
          <Command text={command} copyLabel={`${texts.common.copy}: ${command}`} />
        </>
      )}
    </>
  );
}
