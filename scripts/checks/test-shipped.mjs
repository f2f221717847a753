// `npm run test:shipped`: the black-box, crash and router suites on the Node that the Debian package carries. The test
// runner itself runs on it, since many of these tests have the service in their own process. Arguments after `--`
// choose among the tests, and then those with real routers are left out.
import { shippedNode } from "../../packaging/shipped-node.mjs";
import { build, install, run } from "../prepare.mjs";

const SUITES = [
  "tests/blackbox",
  "tests/attacks/store/crash.test.ts",
  "tests/attacks/store/damaged-store.test.ts",
];

install();
build();
const { binary: node } = shippedNode();
const chosen = process.argv.slice(2);
run(node, ["node_modules/vitest/vitest.mjs", "run", ...(chosen.length > 0 ? chosen : SUITES)]);
if (chosen.length === 0) run(node, ["scripts/i2pd.mjs", "test"]);
