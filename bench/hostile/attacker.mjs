// One node of the fleet that has turned hostile: it sends as much as it can, by turns in several ways, and connects
// again at once when it was cut off. Started with options as JSON; "attack" and "rest" are said to it, and it answers
// with what it has sent.
import { createHmac, randomBytes } from "node:crypto";
import { setPriority } from "node:os";
import { setImmediate as turn } from "node:timers/promises";
import { openFleetKeys, reportKey } from "../../packages/fleet/dist/keys/fleet-keys.js";
import { memberClaims, signedJwt } from "../../packages/fleet/dist/keys/jwt.js";
import { nkeyOf } from "../../packages/fleet/dist/keys/nkey.js";
import { connect } from "../fleet/connection.mjs";

// It would have a machine of its own: what it needs itself must not count as the hub's.
setPriority(19);
const { hubDir, address, seed } = JSON.parse(process.argv[2]);
const keys = openFleetKeys(hubDir);
const key = nkeyOf(seed);
const mark = reportKey(keys, key.id);
const claims = { id: key.id, name: key.id, role: keys.node.id, account: keys.account.id, iat: 1 };
const jwt = signedJwt(memberClaims(claims), keys.node);

const marked = (text) => {
  const body = Buffer.from(text);
  return Buffer.concat([
    createHmac("sha256", mark).update("report 1\n").update(body).digest().subarray(0, 16),
    body,
  ]);
};
let number = 0;
const about = () => `"instance":"hostile","number":${++number},"at":${Date.now()},"knows":"k","heard":{}`;
/** Each by its name: what it sends, and how often before the next one. */
const WAYS = [
  [() => marked(`{${about()},"report":{}}`), 20_000],
  [() => marked(`{${about()},"report":${"[".repeat(4_000)}`), 20_000],
  [() => marked(`{${about()},"report":"${"x".repeat(900_000)}"}`), 100],
  [() => marked(`{"report":${"[".repeat(900_000)}`), 100],
  [() => randomBytes(300), 20_000],
  [() => Buffer.alloc(4 * 1024 * 1024), 20],
];

let attacking = false;
let sent = { messages: 0, bytes: 0, logins: 0 };

async function attack() {
  while (attacking) {
    try {
      sent.logins++;
      const connection = await connect({ address, key, jwt, timeoutMs: 5_000 });
      await connection.flush();
      let open = true;
      connection.closed.then(() => {
        open = false;
      });
      for (let way = 0; attacking && open; way = (way + 1) % WAYS.length) {
        const [make, times] = WAYS[way];
        for (let n = 0; n < times && attacking && open; n++) {
          const message = make();
          connection.publish(`ph.report.${key.id}`, message);
          sent.messages++;
          sent.bytes += message.length;
          // As much as the server takes: it waits for nothing else.
          if (n % 100 === 0 || message.length > 100_000) await connection.drained();
        }
      }
      connection.end();
    } catch {
      await turn();
    }
  }
}

let running;
process.on("message", async (word) => {
  attacking = word === "attack";
  if (attacking) running = attack();
  else await running;
  process.send(sent);
  sent = { messages: 0, bytes: 0, logins: 0 };
});
process.once("disconnect", () => process.exit());
process.send("ready");
