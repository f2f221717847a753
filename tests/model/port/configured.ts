import type { Params } from "./system.js";

/** The settings file of a service. Texts, numbers and lists of texts are written alike in TOML and in JSON. */
export const toml = (configured: Params): string =>
  Object.entries(configured)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
    .join("");
