import { useI18n } from "../../../state/hooks.js";
import type { FleetPageProps } from "../with-fleet-texts.js";

/** Of a list in which somebody decides about nodes. */
export interface DecidingProps extends FleetPageProps {
  /** What came of it, as a sentence. */
  readonly onDecided: (said: string) => void;
}

interface TakenProps {
  /** What a node asks for; null where it asks for none. */
  readonly name: string | null | undefined;
  readonly gets: string | null | undefined;
  readonly says: string;
}

/** Said before a node joins under another name than the one that it asks for. */
export function Taken({ name, gets, says }: TakenProps) {
  const { fill } = useI18n();
  if (!name || !gets || name === gets) return null;
  return <p class="help">{fill(says, { name, gets })}</p>;
}
