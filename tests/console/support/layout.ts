import type { Page } from "playwright-core";

/** Evaluated in the page: what overlaps, sticks out, is cut off or is empty on the screen. */
const LAYOUT_PROBLEMS = `(() => {
  const found = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const text = (one) => one.textContent.trim().slice(0, 40);
  const { scrollY } = window;
  // A part of the menu that stays in place is under the others only after scrolling.
  window.scrollTo(0, document.documentElement.scrollHeight);
  const menu = all(".menu a, .menu h2, nav .about").map((one) => ({ one, box: one.getBoundingClientRect() }));
  for (const [index, { one, box }] of menu.entries())
    for (const { one: other, box: under } of menu.slice(index + 1))
      if (box.bottom > under.top + 1 && under.bottom > box.top + 1)
        found.push("overlap in the menu: " + text(one) + ", " + text(other));
  window.scrollTo(0, scrollY);
  // What scrolls may be wider than its place; what is for screen readers only has no place.
  const isFree = (one) => {
    for (let at = one; at !== null; at = at.parentElement)
      if (at.matches(".unseen, .skip") || /auto|scroll|hidden/.test(getComputedStyle(at).overflowX)) return false;
    return true;
  };
  const out = (one, { left, right }, where) => {
    const box = one.getBoundingClientRect();
    if (box.width > 0 && (box.right > right + 1 || box.left < left - 1) && isFree(one))
      found.push("out of the " + where + ": " + (text(one) || one.tagName));
  };
  const screen = { left: 0, right: document.documentElement.clientWidth };
  for (const one of all("header *, nav *, main > *, dialog")) out(one, screen, "screen");
  for (const card of all(".card, dialog"))
    for (const one of card.querySelectorAll("*")) out(one, card.getBoundingClientRect(), "card");
  for (const one of all(".table, .badge span, .nodes thead th, .command"))
    if (one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== "inline")
      found.push("cut off: " + text(one));
  for (const cell of all("td[data-column]"))
    if (
      cell.textContent.trim() === "" &&
      cell.querySelector("input, select, button, svg") === null &&
      getComputedStyle(cell, "::before").content !== "none"
    )
      found.push("a column's name without a value: " + cell.dataset.column);
  for (const word of all("td code"))
    if (
      /^\\S{1,24}$/.test(word.textContent) &&
      word.getBoundingClientRect().height > 2.2 * parseFloat(getComputedStyle(word).fontSize)
    )
      found.push("on two lines: " + text(word));
  return found;
})()`;

/** What overlaps, sticks out, is cut off or is empty on the page as it is now. */
export const layoutProblems = async (page: Page): Promise<readonly string[]> =>
  (await page.evaluate(LAYOUT_PROBLEMS)) as readonly string[];

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const boxes = async (page: Page, selector: string): Promise<readonly Box[]> =>
  (await page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  })`)) as readonly Box[];
