// Changes network settings, given as name=value, and prints all network settings afterwards.
//
//   PILOTHOUSE_URL=… PILOTHOUSE_PASSWORD=… node examples/change-settings.mjs bw.in=512 bw.out=256
//
// Without arguments it only prints them. For PILOTHOUSE_FINGERPRINT see read-info.mjs.
import { ClientError, connect, httpLink } from "@pilothouse/client";

const url = process.env.PILOTHOUSE_URL ?? "https://127.0.0.1:7650/";
const link = httpLink(url, { fingerprint: process.env.PILOTHOUSE_FINGERPRINT });
const client = connect(link, { password: process.env.PILOTHOUSE_PASSWORD });

const writes = Object.fromEntries(
  process.argv.slice(2).map((argument) => {
    const [name, ...value] = argument.split("=");
    return [name, value.join("=")];
  }),
);

try {
  if (Object.keys(writes).length > 0) {
    const { saved, restartNeeded } = await client.networkSetting.write(writes);
    console.log(saved ? "saved" : "not saved: the router has no such setting");
    if (restartNeeded) console.log("restart the router to apply saved settings");
  }
  for (const [name, value] of Object.entries(await client.networkSetting.read()))
    console.log(`${name}=${value ?? ""}`);
  await client.logout();
} catch (error) {
  if (!(error instanceof ClientError)) throw error;
  console.error(`${error.kind}: ${error.message}`);
  process.exitCode = 1;
} finally {
  client.close();
}
