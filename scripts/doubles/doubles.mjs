// Doubles and test networks, for scripts and benchmarks. What is built of tests lies in dist-tests of its package,
// away from what is shipped, and finds the rest of the package in dist.
import { register } from "node:module";

register("./doubles-hook.mjs", import.meta.url);

/** A module of a package's tests: `fromTests("drivers/i2pd/testnet/driven")`. */
export function fromTests(path) {
  const [name, ...rest] = path.split("/");
  return import(new URL(`../../packages/${name}/dist-tests/${rest.join("/")}.js`, import.meta.url));
}
