import { run } from "@pilothouse/system";
import { expect, it } from "vitest";
import { testBinary } from "../testnet/isolation.js";
import { ruleFor } from "./guard.js";

it("every option that this i2pd lists is judged", async () => {
  const { stdout } = await run([testBinary(), "--help"]);
  const options = [...stdout.matchAll(/^ *--([\w.]+)/gm)].map(([, name]) => name as string);
  expect(options.length).toBeGreaterThan(100);
  expect(options.filter((name) => ruleFor(name) === undefined)).toEqual([]);
});
