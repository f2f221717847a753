import { readFileSync } from "node:fs";

/** The nats-server to test with: Debian 12's, or Debian 13's. Refuses outside a network that holds nothing but the loopback. */
export function testServer(
  variable: "PILOTHOUSE_NATS_SERVER" | "PILOTHOUSE_NATS_SERVER_13" = "PILOTHOUSE_NATS_SERVER",
): string {
  const links = readFileSync("/proc/self/net/dev", "utf8").trim().split("\n").slice(2);
  const binary = process.env[variable];
  if (binary === undefined || links.some((link) => !link.trim().startsWith("lo:")))
    throw new Error("Brokers may run only in a network of their own: use `node scripts/nats.mjs test`");
  return binary;
}
