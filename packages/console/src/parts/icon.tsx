/** Shapes on a grid of 24, drawn with the colour of the text. */
const SHAPES = {
  good: "M5 12.5l4.5 4.5L19 7.5",
  testing: "M12 6v6l4 2",
  warning: "M12 8v5.5M12 17v.5",
  error: "M8 8l8 8M16 8l-8 8",
  in: "M12 4v15M6 13l6 6 6-6",
  out: "M12 20V5M6 11l6-6 6 6",
  menu: "M4 7h16M4 12h16M4 17h16",
} as const;

export type IconName = keyof typeof SHAPES;

/** Decoration only: what it means is said in words beside it. */
export const Icon = ({ name, ring = false }: { readonly name: IconName; readonly ring?: boolean }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {ring && <circle cx="12" cy="12" r="10.5" />}
    <path d={SHAPES[name]} />
  </svg>
);
