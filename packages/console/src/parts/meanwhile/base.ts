import { ClientError } from "@pilothouse/client/browser";
import { isObject, type ReasonCode } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import type { Drafts } from "../../state/drafts/drafts.js";

/** Whether the service refused to save because somebody else has changed the settings since they were read. */
export const isNewer = (error: unknown): boolean =>
  error instanceof ClientError &&
  isObject(error.data) &&
  error.data["code"] === ("settings.newer" satisfies ReasonCode);

export interface Base {
  /** The revision on which the draft was begun; without one, the newest. */
  readonly revision: number | undefined;
  /** Whether somebody has changed the settings since. */
  readonly isOld: boolean;
  readonly set: (revision: number | undefined) => void;
}

/** On which revision of the settings the unsaved changes of a form were begun, also if the page was left in between. */
export function useBase(drafts: Drafts, form: string, newest: number | undefined, isEdited: boolean): Base {
  const [, redraw] = useState(0);
  if (!isEdited) drafts.bases.delete(form);
  else if (newest !== undefined && !drafts.bases.has(form)) drafts.bases.set(form, newest);
  const revision = drafts.bases.get(form) ?? newest;
  return {
    revision,
    isOld: revision !== newest,
    set(next) {
      if (next !== undefined) drafts.bases.set(form, next);
      redraw((count) => count + 1);
    },
  };
}
