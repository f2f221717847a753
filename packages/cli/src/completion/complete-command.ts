import type { Run } from "../command/context.js";
import { loadProfiles } from "../remote/target/profiles.js";
import { harmless } from "../terminal/style.js";
import { completed } from "./complete.js";
import { FILES } from "./scripts.js";

/** Asked by the shell, with the words so far; the last one is to be completed. */
export const complete: Run<[readonly string[]]> = async (context, [words], _options, { parent }) => {
  if (parent === null) throw new Error("the program completes itself only as a whole");
  const known = {
    profiles: loadProfiles(context.env).known,
    nodes: async (hub: string, part: string) => (await import("./nodes.js")).nodesOf(context, hub, part),
  };
  const found = await completed(parent, words, known, context.drivers);
  const lines =
    found === "files" ? [FILES] : found.map(({ value, says }) => `${harmless(value)}\t${harmless(says)}`);
  // At once: a name server that does not answer would otherwise hold up the shell, long after we gave up on the hub.
  process.stdout.write(lines.map((line) => `${line}\n`).join(""), () => process.exit());
};
