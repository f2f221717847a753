import { settingsOf, withSettings } from "./config/conf.js";
import { defaultsOf } from "./guard/closed.js";

/**
 * An i2pd.conf with which a router that the service runs has the same services on as one that runs by itself: those
 * that i2pd has on by default, and the service has not, are named. `named` are their sections.
 */
export function keptOpen(text: string): { readonly text: string; readonly named: readonly string[] } {
  const settings = settingsOf(text);
  const ours = defaultsOf("supervise", settings);
  const kept = [...defaultsOf("attach", settings)].filter(
    ([name, value]) =>
      name.endsWith(".enabled") && value === "true" && !settings.has(name) && ours.get(name) !== "true",
  );
  return {
    text: withSettings(text, new Map(kept)),
    named: kept.map(([name]) => name.replace(".enabled", "")),
  };
}
