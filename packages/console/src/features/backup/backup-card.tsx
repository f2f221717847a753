import { Card } from "../../parts/card.js";
import { Copy } from "../../parts/copy.js";
import { useI18n } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

const COMMANDS = {
  make: "pilothouse backup --encrypt pilothouse.backup",
  restore: "pilothouse restore pilothouse.backup",
} as const;

/** How backups are made and put back. The service hands none to a browser: they hold every key. */
export function BackupCard() {
  const { texts } = useI18n();
  const words = usePageTexts().backup;
  return (
    <Card title={words.title} about={words.about}>
      {(["make", "restore"] as const).map((name) => (
        <p key={name}>
          {words[name]}
          <br />
          <code>{COMMANDS[name]}</code>{" "}
          <Copy text={COMMANDS[name]} label={`${texts.common.copy}: ${COMMANDS[name]}`} />
        </p>
      ))}
    </Card>
  );
}
