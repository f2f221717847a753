import type { Context, Run } from "../command/context.js";
import { LEFT_OUT } from "../features.js";
import { loadProfiles } from "../remote/target/profiles.js";
import { harmless } from "../terminal/style.js";
import { completed, preparedTable, textOf, type Word } from "./completed.js";

/** Asked by the shell, with the words so far; the last one is to be completed. `start.ts` has answered most already. */
export const complete: Run<[readonly string[]]> = async (context, [words], _options, { parent }) => {
  if (parent === null) throw new Error("the program completes itself only as a whole");
  const { drivers, features } = context;
  const table =
    LEFT_OUT.length > 0
      ? await (await import("./table.js")).completionTable(parent, drivers, features)
      : preparedTable();
  const found = completed(table, words);
  const word = words.at(-1) ?? "";
  const isOfMachine = found === "profile" || found === "router";
  const text = textOf(isOfMachine ? await wordsOfMachine(context, found, word) : found);
  // At once: a name server that does not answer would otherwise hold up the shell, long after we gave up on the hub.
  process.stdout.write(text, () => process.exit());
};

/** Profiles, and the routers behind the server of one. */
async function wordsOfMachine(
  context: Context,
  kind: "profile" | "router",
  word: string,
): Promise<readonly Word[]> {
  const [profile = "", part] = word.split(/\/(.*)/s);
  const isRouter = kind === "router" && part !== undefined;
  const found = isRouter
    ? await Promise.all(context.features.map((feature) => feature.routers(context, profile, part)))
    : [[...loadProfiles(context.env).known].map(([value, { url }]) => ({ value, description: url }))];
  return found
    .flat()
    .filter(({ value }) => value.startsWith(word))
    .map(({ value, description }) => [harmless(value), harmless(description)]);
}
