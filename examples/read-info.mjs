// Prints the information that a router reports.
//
//   PILOTHOUSE_URL=https://127.0.0.1:7650/ PILOTHOUSE_PASSWORD=… node examples/read-info.mjs
//
// If the server's certificate is not signed by a known CA, set PILOTHOUSE_FINGERPRINT to its fingerprint.
// Without it the program prints the fingerprint of the server's certificate and stops.
import { ClientError, connect, httpLink, NET_STATUS, peekCertificate } from "@pilothouse/client";

const url = process.env.PILOTHOUSE_URL ?? "https://127.0.0.1:7650/";
const link = httpLink(url, { fingerprint: process.env.PILOTHOUSE_FINGERPRINT });
const client = connect(link, { password: process.env.PILOTHOUSE_PASSWORD });

try {
  const info = await client.routerInfo();
  for (const [name, value] of Object.entries(info)) {
    const meaning = name === "net.status" ? ` (${NET_STATUS[value].name})` : "";
    console.log(`${name}: ${value}${meaning}`);
  }
  await client.logout();
} catch (error) {
  if (!(error instanceof ClientError)) throw error;
  console.error(`${error.kind}: ${error.message}`);
  if (error.kind === "tls") {
    const { fingerprint } = await peekCertificate(url);
    console.error(`The server presents the certificate ${fingerprint}`);
  }
  process.exitCode = 1;
} finally {
  client.close();
}
