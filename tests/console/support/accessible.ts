import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { drawn } from "./console-fixture.js";
import { layoutProblems } from "./layout.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Accessibility violations found by axe. */
async function findings(page: Page): Promise<readonly string[]> {
  // It describes only what it is asked for, which is the smaller part of what it finds.
  const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as {
    violations: readonly Finding[];
  };
  return violations
    .filter(({ impact }) => impact !== "minor")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Pixels by which the page is wider than the screen. */
export const overflow = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** Contrast depends on the theme and not on the size, so each size is checked in one theme. */
const LOOKS = [
  { size: DESKTOP, colorScheme: "light" },
  { size: PHONE, colorScheme: "dark" },
] as const;

/** Problems of the page as it is now, on a large and a small screen, light and dark. */
export async function problems(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const { size, colorScheme } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await drawn(page);
    const wide = await overflow(page);
    if (wide !== 0) found.push(`${size.width}: ${wide} pixels too wide`);
    found.push(...(await layoutProblems(page)).map((problem) => `${size.width}: ${problem}`));
    found.push(...(await findings(page)).map((finding) => `${size.width}, ${colorScheme}: ${finding}`));
  }
  return found;
}
