import { resolve } from "node:path";
import { type Check, orNone } from "@pilothouse/system";
import type { Situation } from "../../driver.js";
import { type Places, placesOf } from "../places.js";
import type { ServiceSettings } from "../settings.js";

/** A set-up whose settings do not contradict each other. */
export interface Placed extends Situation<ServiceSettings> {
  readonly i2pd: Places;
}

/** With absolute paths, as the driver itself takes them; undefined when the settings contradict each other. */
export function placed(situation: Situation<ServiceSettings>): Placed | undefined {
  const places = orNone(() => placesOf(situation.settings));
  if (places === undefined) return undefined;
  const { dataDir, config, controlDir } = places;
  const absolute = { dataDir: resolve(dataDir), config: resolve(config), controlDir: resolve(controlDir) };
  return { ...situation, i2pd: { ...places, ...absolute } };
}

/** Settings that contradict each other are reported where settings are checked; here they find nothing. */
export const whenPlaced = ({ name, look }: Check<Placed>): Check<Situation<ServiceSettings>> => ({
  name,
  look: (situation) => {
    const known = placed(situation);
    return known === undefined ? [] : look(known);
  },
});
