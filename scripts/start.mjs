// `npm start`: installs, builds and runs the service; arguments after `--` pass through.
import "./hang-up.mjs";
import { build, install } from "./prepare.mjs";

install();
build();
process.argv.splice(2, 0, "serve");
await import("../packages/cli/bundle/start.cjs");
