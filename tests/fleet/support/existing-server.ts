import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { natsConfig } from "@pilothouse/fleet";
import { certificateFiles, ownCertificate } from "@pilothouse/server";
import { scratch } from "@pilothouse/system/testing/scratch";
import { onTestFinished } from "vitest";
import { testServer } from "../../../packages/fleet/src/broker/testing/nats-server.js";
import { openEncrypted } from "../../../packages/fleet/src/link/encrypted.js";
import { freePort } from "../../support/ports.js";
import { until } from "./fleet.js";

type Server = Parameters<typeof testServer>[0];

/** A server that is not run by the hub, configured with the output of nats-config for the hub in this directory. */
export async function existingServer(hubDir: string, version: Server = "PILOTHOUSE_NATS_SERVER_13") {
  const dir = scratch();
  const { certFile, keyFile } = certificateFiles(dir);
  ownCertificate(dir, "127.0.0.1");
  const port = await freePort();
  mkdirSync(join(dir, "jwt"));
  const printed = natsConfig(hubDir).replaceAll("/var/lib/nats", dir);
  const first = version === "PILOTHOUSE_NATS_SERVER_13" ? ", handshake_first: true" : "";
  const tls = `tls: { cert_file: "${certFile}", key_file: "${keyFile}", timeout: 20${first} }`;
  writeFileSync(join(dir, "nats.conf"), `${printed}\nlisten: "127.0.0.1:${port}"\n${tls}\n`);
  const child = spawn(testServer(version), ["-c", join(dir, "nats.conf")], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  await until("the server answers", () => answers(port));
  return { bus: [`tls://127.0.0.1:${port}`], ca: certFile };
}

async function answers(port: number): Promise<boolean> {
  const place = { hostname: "127.0.0.1", port, tlsName: "" };
  const signal = new AbortController().signal;
  const opened = await openEncrypted(place, { rejectUnauthorized: false }, signal).catch(() => undefined);
  opened?.socket.destroy();
  return opened !== undefined;
}
