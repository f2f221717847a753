import { verdict } from "../health/health.js";
import { Icon } from "../parts/icon.js";
import { useNow, useSpeech } from "../state/hooks.js";
import type { Seen } from "../state/live.js";

/** The router's state in a word, on every page. */
export function StateBadge({ seen }: { readonly seen: Seen }) {
  const { texts, format } = useSpeech();
  const { severity, says } = verdict(seen, useNow(), texts, format);
  return (
    <p class={`badge ${severity}`}>
      <Icon name={severity} />
      <span>{says}</span>
    </p>
  );
}
