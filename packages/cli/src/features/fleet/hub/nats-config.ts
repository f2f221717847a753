import { natsConfig } from "@pilothouse/fleet";
import { makeDirectory } from "@pilothouse/system";
import type { Run } from "../../../command/context.js";
import { asOwnerOf } from "../../../local/as-owner.js";
import { explainErrors } from "../../../local/explained-errors.js";
import { effectiveFor, type SettingFlags } from "../../../local/flags.js";

/** What it prints goes into a file, so it is never JSON. */
export const printNatsConfig: Run<[], SettingFlags> = async ({ table }, _args, options) => {
  const { data_dir: dataDir } = effectiveFor(table, options).settings;
  const printed = await asOwnerOf(dataDir, () =>
    explainErrors(async () => {
      makeDirectory(dataDir, 0o700);
      return natsConfig(dataDir);
    }),
  );
  process.stdout.write(printed);
};
