// Prints the average of some rate statistics over the last minute, all read with one request.
//
//   PILOTHOUSE_URL=… PILOTHOUSE_PASSWORD=… node examples/rates.mjs [statistic …]
//
// For PILOTHOUSE_FINGERPRINT see read-info.mjs.
import { ask, connect, httpLink } from "@pilothouse/client";

const url = process.env.PILOTHOUSE_URL ?? "https://127.0.0.1:7650/";
const link = httpLink(url, { fingerprint: process.env.PILOTHOUSE_FINGERPRINT });
const client = connect(link, { password: process.env.PILOTHOUSE_PASSWORD });

const named = process.argv.slice(2);
const stats = named.length > 0 ? named : ["bw.sendRate", "bw.recvRate", "tunnel.participatingTunnels"];

const outcomes = await client.batch(stats.map((stat) => ask.rate(stat, 60_000)));
outcomes.forEach((outcome, index) => {
  if (outcome.ok) console.log(`${stats[index]}: ${outcome.value}`);
  else {
    console.error(`${stats[index]}: ${outcome.error.message}`);
    process.exitCode = 1;
  }
});
await client.logout();
client.close();
