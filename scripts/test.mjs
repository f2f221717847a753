// `npm test`: every check, from a fresh clone. Arguments after `--` go to the test runner.
import { chromium } from "./chromium.mjs";
import { build, install, run } from "./prepare.mjs";
import { prometheus } from "./prometheus.mjs";

install();
build();
prometheus();
chromium();
const bin = (name) => `node_modules/.bin/${name}`;
run(bin("biome"), ["check", "."]);
run(bin("vitest"), ["run", ...process.argv.slice(2)]);
