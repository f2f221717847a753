import { useState } from "preact/hooks";
import { Copy } from "../../parts/copy.js";
import { Message } from "../../parts/dialog.js";
import { useI18n } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { qrOf } from "./qr.js";

interface AddressProps {
  readonly name: string;
  readonly address: string;
  /** Nobody scans the address of a port of the router's machine. */
  readonly isLocal?: boolean;
}

/** An address, to copy or to scan. */
export function Address({ name, address, isLocal = false }: AddressProps) {
  const { fill, texts } = useI18n();
  const words = usePageTexts().tunnels;
  const [isShown, setShown] = useState(false);
  const title = fill(words.addressOf, { name });
  return (
    <div class="stack">
      <code>{address}</code>
      <div class="actions">
        <Copy text={address} label={`${texts.common.copy}: ${title}`} />
        {!isLocal && (
          <button
            type="button"
            class="small"
            aria-label={`${words.qr}: ${name}`}
            onClick={() => setShown(true)}
          >
            {words.qr}
          </button>
        )}
      </div>
      {isShown && (
        <Message title={title} onClose={() => setShown(false)}>
          <div class="dialog-body">
            <h2>{title}</h2>
            <QrCode text={address} label={title} />
            <code>{address}</code>
          </div>
        </Message>
      )}
    </div>
  );
}

/** Scanners want a light margin of four modules, in each theme. */
const MARGIN = 4;

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = qrOf(text) ?? [];
  const size = rows.length + 2 * MARGIN;
  const dark = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])),
  );
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={dark.join("")} />
    </svg>
  );
}
