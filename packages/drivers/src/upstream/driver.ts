import { describeDriver } from "../driver.js";
import { UPSTREAM_ROWS } from "./settings.js";

export const upstream = describeDriver({
  name: "upstream",
  settings: UPSTREAM_ROWS,
  load: async () => (await import("./module.js")).upstreamModule,
});
