const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Ticks on an axis of bytes: powers of two, so that ticks in the next unit are whole numbers. */
export const byteSteps: number[] = Array.from({ length: 40 }, (_none, power) => 2 ** power);
/** Ticks on an axis of counts. */
export const countSteps: number[] = [1, 1_000, 1_000_000].flatMap((power) =>
  STEPS.map((step) => step * power),
);

let probe: HTMLElement | undefined;

/** A colour of the style sheet as a canvas accepts it, for the current theme. */
export function cssColour(name: string): string {
  if (probe === undefined) {
    probe = document.createElement("i");
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
