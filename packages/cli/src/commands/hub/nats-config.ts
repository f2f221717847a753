import { natsConfig } from "@pilothouse/fleet";
import { makeDirectory } from "@pilothouse/system";
import type { Run } from "../../command/context.js";
import { effectiveFor, type SettingFlags } from "../../local/flags.js";
import { foreseen } from "../../local/foreseen.js";

/** Prints the configuration that existing servers of the bus need. */
export const printNatsConfig: Run<[], SettingFlags> = (context, _args, options) =>
  foreseen(async () => {
    const { data_dir } = effectiveFor(context.table, options).settings;
    process.umask(0o077);
    makeDirectory(data_dir, 0o700);
    process.stdout.write(natsConfig(data_dir));
  });
