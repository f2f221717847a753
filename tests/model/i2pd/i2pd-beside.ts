import { readFile } from "node:fs/promises";
import { replaceFile } from "@pilothouse/system";
import { settingsOf, withSettings } from "../../../packages/drivers/src/i2pd/config/conf.js";
import { signal } from "../../../packages/drivers/src/i2pd/life/process.js";
import { Driven } from "../../../packages/drivers/src/i2pd/testnet/driven.js";
import type { TestNetwork } from "../../../packages/drivers/src/i2pd/testnet/network.js";
import type { Ability, Config } from "../port/system.js";
import type { RouterBeside } from "../process/router-beside.js";
import { i2pdRow } from "./i2pd-row.js";

export const I2PD_CAN: readonly Ability[] = ["edit", "crash"];

/** A real i2pd alone in its network, beside the service that manages it. */
export async function i2pdBeside(network: TestNetwork): Promise<RouterBeside> {
  const driven = await Driven.make(network, { unknown: true });
  const text = () => readFile(driven.config, "utf8");
  // How the service controls it is nobody's business.
  const configuration = async (): Promise<Config> =>
    new Map([...settingsOf(await text())].filter(([name]) => !name.startsWith("i2pcontrol.")));
  return {
    driver: i2pdRow(await configuration()),
    can: I2PD_CAN,
    launch: {
      args: ["--router", "i2pd", "--i2pd-binary", driven.binary].concat([
        ...["--i2pd-data-dir", driven.dataDir],
        ...["--i2pd-config", driven.config],
      ]),
      // Where the test's i2pd finds its libraries.
      env: { LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"] ?? "" },
    },
    configuration,
    async edit(change) {
      replaceFile(driven.config, withSettings(await text(), new Map(Object.entries(change))));
    },
    async crash() {
      const pid = await driven.pid().catch(() => undefined);
      if (pid !== undefined) signal(pid, "SIGKILL");
    },
    close: () => driven.dispose(),
  };
}
