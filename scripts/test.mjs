// `npm test`: every check, from a fresh clone. Arguments after `--` go to the test runner, and then the
// tests with real routers, which run in a network of their own, are left out.
import { chromium } from "./chromium.mjs";
import { testWithRouters } from "./i2pd.mjs";
import { build, install, run } from "./prepare.mjs";
import { prometheus } from "./prometheus.mjs";
import { scanners } from "./scanners.mjs";

install();
build();
prometheus();
chromium();
scanners();
const chosen = process.argv.slice(2);
const bin = (name) => `node_modules/.bin/${name}`;
run(bin("biome"), ["check", "."]);
run(bin("vitest"), ["run", ...chosen]);
if (chosen.length === 0) process.exitCode = testWithRouters();
