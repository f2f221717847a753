const KIB = 1024;

/** Marks on an axis of bytes: 1, 2 or 5 times a power of ten, of bytes, KiB, MiB or GiB. */
export const byteSteps: number[] = [0, 1, 2, 3].flatMap((power) =>
  [1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => step * KIB ** power),
);

let probe: HTMLElement | undefined;

/** A colour of the style sheet as a canvas takes it: of the pair, the one that is in force. */
export function paint(name: string): string {
  if (probe === undefined) {
    probe = document.createElement("i");
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
