import { ICON_SHAPES, type IconName } from "../icon-shapes.js";

export type { IconName };

/** Decoration only: the text beside it has the meaning. */
export const Icon = ({ name, ring = false }: { readonly name: IconName; readonly ring?: boolean }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {ring && <circle cx="12" cy="12" r="10.5" />}
    <path d={ICON_SHAPES[name]} />
  </svg>
);
