import { health } from "../health/health.js";
import { Icon } from "../parts/icon.js";
import { useSpeech } from "../state/hooks.js";
import type { Seen } from "../state/live.js";

/** The router's state in a word, on every page. */
export function StateBadge({ seen }: { readonly seen: Seen }) {
  const { texts } = useSpeech();
  const { severity, says } =
    seen.away === "service"
      ? ({ severity: "error", says: texts.banners.serviceAway } as const)
      : health(seen, texts);
  return (
    <p class={`badge ${severity}`}>
      <Icon name={severity} />
      <span>{says}</span>
    </p>
  );
}
