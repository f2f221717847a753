import { readFileSync } from "node:fs";

/** The i2pd to test with. Refuses outside a network that holds nothing but the loopback. */
export function testBinary(): string {
  const links = readFileSync("/proc/self/net/dev", "utf8").trim().split("\n").slice(2);
  const binary = process.env["PILOTHOUSE_I2PD"];
  if (binary === undefined || links.some((link) => !link.trim().startsWith("lo:")))
    throw new Error("Routers may run only in a network of their own: use `node scripts/i2pd.mjs test`");
  return binary;
}

/** Waits until something holds; rejects when it does not in time. */
export async function until(condition: () => Promise<boolean>, limitMs: number, what = "It"): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what} did not come true within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
