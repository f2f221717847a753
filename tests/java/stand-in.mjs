// Stands in for an installed Java I2P under its wrapper: the double, where the console of a router would be. Its first
// argument says what is different from a router that is well; the others are those of the wrapper.
import { writeFileSync } from "node:fs";
import { systemClock } from "../../packages/drivers/dist/port.js";
import { fromTests } from "../../scripts/doubles/doubles.mjs";

const { JavaDouble } = await fromTests("drivers/upstream/testing/java/double");

const [how, , ...properties] = process.argv.slice(2);
const LOG = "wrapper.logfile=";
const log = properties.find((property) => property.startsWith(LOG))?.slice(LOG.length);

if (how === "fails") {
  writeFileSync(log, "STATUS | There is no java here\n");
  process.exit(3);
}
const double = new JavaDouble({ clock: systemClock, port: 7657 });
if (how === "differs") double.configuration.refuses.add("i2p.router.net.bw.in");
if (how !== "hangs") await double.open();
setInterval(() => {
  if (how === "dies" && double.calls.length > 10) process.exit(9);
  double.settle();
}, 50);
