import { readFileSync } from "node:fs";
import { logFileOf, settingsOf } from "@pilothouse/drivers/i2pd";
import type { Settings } from "@pilothouse/server/settings";
import { orNoEntry } from "../doctor/modes.js";
import { i2pdPlaces } from "../router.js";

/** The file that the router logs to, or a sentence on why there is none within reach. */
export type RouterLog = { readonly file: string } | { readonly file?: undefined; readonly why: string };

export function routerLog(settings: Settings): RouterLog {
  switch (settings.router) {
    case "simulator":
      return {
        why: "The simulated router has no log of its own: what happens to it is in the service's log.",
      };
    case "upstream":
      return {
        why: "The router is behind another server, and its log is there: look in that router's console.",
      };
    case "i2pd": {
      const places = i2pdPlaces(settings);
      const text = orNoEntry(() => readFileSync(places.config, "utf8")) ?? "";
      const file = logFileOf(settingsOf(text), places);
      if (file !== undefined) return { file };
      return {
        why: `${places.config} names no log file, so what starts i2pd decides where it logs. Debian's unit: /var/log/i2pd/i2pd.log, for i2pd's user and root. Others: the system's log, journalctl -u i2pd.`,
      };
    }
  }
}
