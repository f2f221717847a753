import { useVerdict } from "../features/health/use-verdict.js";
import { Icon } from "../parts/icon.js";

/** The router's state in a word, on every page. */
export function StateBadge() {
  const verdict = useVerdict();
  return (
    verdict && (
      <p class={`badge ${verdict.severity}`}>
        <Icon name={verdict.severity} />
        <span>{verdict.says}</span>
      </p>
    )
  );
}
