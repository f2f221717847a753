// Gets the programs of others that the tests need; quick when they are there. `npm test` runs it while it installs
// packages and builds. Uses nothing but Node itself.
//   node scripts/fetch/programs.mjs           for the tests without networks of their own
//   node scripts/fetch/programs.mjs --i2pd    with i2pd, for those with real routers and brokers
import { argv } from "node:process";
import { prepare, prepareMail } from "../i2pd.mjs";
import { chromium } from "./chromium.mjs";

import { scanners } from "./scanners.mjs";
import { unpacked } from "./unpacked.mjs";

for (const name of ["prometheus", "nginx"]) unpacked(name);
chromium();
scanners();
if (argv.includes("--i2pd"))
  try {
    // Several runs need them, and must not fetch them at the same moment.
    prepare();
    prepareMail();
  } catch {
    // They report it themselves, and the other tests can still run.
  }
