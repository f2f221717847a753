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

const fileLine = ({ file, running }: EffectiveHere): string =>
  [
    ...(running === undefined ? [] : [`# as the service runs with them (process ${running})`]),
    file === undefined ? "# no file of settings was found" : `# file of settings: ${file}`,
  ].join("\n");
