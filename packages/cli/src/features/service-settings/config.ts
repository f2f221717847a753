import { defaultFile, effectiveLines, shownValue, valueIn } from "@pilothouse/server/settings";
import type { Run } from "../../command/context.js";
import { type EffectiveHere, effectiveHere, type SettingFlags } from "../../local/flags.js";

/** The settings of the service that are in force here, and where each came from. */
export const config: Run<[], SettingFlags> = ({ out, table }, _args, options) => {
  if (options["default"] === true) return void process.stdout.write(defaultFile(table));
  const effective = effectiveHere(table, options);
  const settings = Object.fromEntries(
    [...table].map(([name, row]) => [name, shownValue(row, valueIn(effective.settings, name))]),
  );
  out.result({ ...effective, settings }, () =>
    [fileLine(effective), ...effectiveLines(table, effective)].join("\n"),
  );
};

const fileLine = ({ file, besides, running }: EffectiveHere): string =>
  [
    ...(running === undefined ? [] : [`# settings of the running service (process ${running})`]),
    file === undefined ? "# no settings file found" : `# settings file: ${file}`,
    ...besides.map((one) => `# and after it: ${one}`),
  ].join("\n");
