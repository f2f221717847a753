// See doubles.mjs.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function resolve(specifier, context, next) {
  if (!specifier.startsWith(".") || !context.parentURL?.includes("/dist-tests/"))
    return next(specifier, context);
  const { href } = new URL(specifier, context.parentURL);
  return next(existsSync(fileURLToPath(href)) ? href : href.replace("/dist-tests/", "/dist/"), context);
}
