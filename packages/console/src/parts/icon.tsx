import { ICON_SHAPES, type IconName } from "../icon-shapes.js";

export type { IconName };

/** A bare mark looks like a stray character. */
const RINGED: readonly IconName[] = ["warning", "error"];

/** Decoration only: the text beside it has the meaning. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {RINGED.includes(name) && <circle cx="12" cy="12" r="10.5" />}
    <path d={ICON_SHAPES[name]} />
  </svg>
);
