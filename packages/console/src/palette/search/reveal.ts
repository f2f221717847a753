const NAMED = "label, legend, h2, h3, summary, button, th, dt, td, code, a";
/** A page may have to be loaded first. */
const PATIENCE_MS = 10_000;
const EVERY_MS = 50;
const SHOWN_MS = 3_000;

/** Shows what has this label on the page that opens: it is scrolled to, marked for a moment, and has the focus. */
export function reveal(label: string): void {
  const since = Date.now();
  const timer = setInterval(() => {
    const element = elementWith(label);
    if (element !== undefined || Date.now() - since > PATIENCE_MS) clearInterval(timer);
    if (element !== undefined) show(element);
  }, EVERY_MS);
}

function elementWith(label: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(`main :is(${NAMED})`)];
  const text = (element: HTMLElement) => (element.textContent ?? "").trim();
  return all.find((one) => text(one) === label) ?? all.find((one) => text(one).startsWith(label));
}

function show(element: HTMLElement): void {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  const control = element instanceof HTMLLabelElement ? element.control : null;
  const target = control ?? element;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  element.scrollIntoView({ block: "center" });
  element.classList.add("revealed");
  setTimeout(() => element.classList.remove("revealed"), SHOWN_MS);
}
