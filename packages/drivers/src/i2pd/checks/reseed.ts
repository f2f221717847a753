import { type Check, ok, problem } from "@pilothouse/system";
import { locate } from "../program/binary.js";
import { reseedCertificates } from "../reseed/certificates.js";
import { optionsOf } from "./conf.js";
import type { Placed } from "./placed.js";

/** A router gets its first peers from a reseed. If that is not verified, an attacker can choose all its peers. */
export const i2pdReseed: Check<Placed> = {
  name: "i2pd reseed",
  look: async ({ i2pd }) => {
    const { config, dataDir, binary } = i2pd;
    const { settings, isOn } = optionsOf(i2pd);
    if (!isOn("reseed.verify"))
      return [
        problem(
          "i2pd takes reseeds without checking who signed them: a forged one decides which peers it knows",
          `set verify = true under [reseed] in ${config}, then: pilothouse restart`,
        ),
      ];
    const program = await locate(binary).catch(() => binary);
    const found = await reseedCertificates(program, dataDir, settings);
    // An attached router is not started by us: it has to find them by itself.
    if (found === undefined || (i2pd.mode === "attach" && !found.known))
      return [
        problem(
          "i2pd checks who signed a reseed, and has no certificates for that: every reseed fails",
          found === undefined
            ? `put the certificates of i2pd's package into ${dataDir}/certificates`
            : `ln -s ${found.dir} ${dataDir}/certificates`,
        ),
      ];
    return [ok(`reseeds are checked against the certificates in ${found.dir}`)];
  },
};
