import type { BudgetPreview as Preview, Result } from "@pilothouse/protocol";
import { useAppState, useDebounced, useI18n, useLoaded } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import type { Session } from "../../state/session.js";
import type { ServiceValues } from "../service-settings.js";
import { limitsText } from "./lowered.js";

/** What the service says would happen; undefined where it is too old to say, or refuses them. */
export const previewOf = async (
  session: Session,
  preview: ServiceValues,
): Promise<Preview | null | undefined> => {
  try {
    return (await session.call("pilothouse.traffic", { preview })).preview;
  } catch {
    // Saving them says what is wrong.
    return undefined;
  }
};

/** The same of what is typed; undefined while it is not known. */
export function useBudgetPreview(wanted: ServiceValues | undefined): Preview | null | undefined {
  const { session } = useAppState();
  const typed = wanted === undefined ? "" : JSON.stringify(wanted);
  const key = useDebounced(typed);
  const { value } = useLoaded(
    async () => ({ key, preview: key === typed && wanted ? await previewOf(session, wanted) : undefined }),
    [session, key],
  );
  return value?.key === typed ? value.preview : undefined;
}

/** Whether saving it lowers what holds now. */
export const lowersMore = (preview: Preview, budget: Result<"pilothouse.traffic">["budget"]): boolean =>
  preview.lowered && JSON.stringify(preview.now) !== JSON.stringify(budget?.now);

interface BudgetPreviewProps {
  readonly preview: Preview | null;
  /** Writes amounts in the unit that is chosen. */
  readonly amount: (bytes: number) => string;
}

/** What would happen if a budget were saved. */
export function BudgetPreview({ preview, amount }: BudgetPreviewProps) {
  const i18n = useI18n();
  const { format, fill } = i18n;
  const words = usePageTexts().traffic.preview;
  if (preview === null) return <p>{words.noBudget}</p>;
  const { limit, percent, full, used } = preview;
  const ends = format.date(preview.ends);
  return (
    <>
      {limit !== null && (
        <p>
          {fill(used > limit ? words.wouldExceed : words.wouldUse, {
            ...{ used: amount(used), limit: amount(limit), ends },
            percent: format.percent(percent ?? 0),
          })}
        </p>
      )}
      <p>
        {preview.lowered ? (
          <strong>{fill(words.wouldLower, { limits: limitsText(preview.now, i18n) })}</strong>
        ) : (
          words.wouldKeep
        )}
      </p>
      {limit !== null && used <= limit && (
        <p>{full === null ? words.lasts : fill(words.fullOn, { date: format.date(full) })}</p>
      )}
    </>
  );
}
