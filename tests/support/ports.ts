import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

/**
 * A free port that is known before a service or another server starts. It lies below the ports that the system gives to
 * clients: a client that calls such a port while nothing listens there can be connected to itself.
 */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  const [first = 32_768] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8")
    .split(/\s+/)
    .map(Number);
  for (;;) {
    const port = randomInt(10_000, Math.max(first, 12_000));
    const probe = createServer().listen(port, host);
    const free = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}

/** Two ports, and the flags that make the service listen there. */
export async function twoPorts() {
  const [https, http] = [await freePort(), await freePort()];
  return { https, http, args: ["--https-port", String(https), "--http-port", String(http)] };
}
