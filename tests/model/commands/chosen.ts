import fc from "fast-check";
import type { Driver } from "../port/driver.js";

/** Somebody of those who have access; 0 is the operator. */
export const who = fc.nat(6);

/** The wire's prefix of network settings. */
const PREFIX = "svc.";

/** Some settings, each with one of its values, chosen by numbers: which there are, the driver says. */
export const some = fc.array(fc.tuple(fc.nat(20), fc.nat(5)), { minLength: 1, maxLength: 3 });

export const chosen = (table: Driver["network"], numbers: readonly (readonly [number, number])[]) => {
  const names = Object.keys(table);
  return new Map(
    numbers.map(([n, m]) => {
      const name = names[n % names.length] ?? "";
      const values = table[name] ?? [];
      return [name, values[m % values.length] ?? ""] as const;
    }),
  );
};

export const onWire = (network: ReadonlyMap<string, string>) =>
  Object.fromEntries([...network].map(([key, value]) => [PREFIX + key, value]));
