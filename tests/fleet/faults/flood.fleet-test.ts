import { readFileSync } from "node:fs";
import { join } from "node:path";
import { certificateFiles, Store } from "@pilothouse/server";
import { expect, it, onTestFinished } from "vitest";
import { readToken } from "../../../packages/fleet/src/joining/token.js";
import type { NKey } from "../../../packages/fleet/src/keys/nkey.js";
import { dial } from "../../../packages/fleet/src/link/dial.js";
import { NodeStore } from "../../../packages/fleet/src/node/node-store.js";
import { Hub, Node, until } from "../support/fleet.js";

/** A connection with the login of a member or of an invitation, which then sends as much as it can. */
async function flood(hub: Hub, login: { readonly key: NKey; readonly jwt: string }, subject: string) {
  const certificate = readFileSync(certificateFiles(join(hub.dir, "bus")).certFile, "utf8");
  const { addresses } = hub.bus;
  const connection = await dial({ addresses, login, trust: { certificate }, name: "flood" });
  onTestFinished(() => connection.close());
  while (!connection.isClosed()) {
    for (let n = 0; n < 100; n++) connection.publish(subject, Buffer.alloc(100));
    await connection.flush().catch(() => {});
  }
}

async function loginOf(node: Node): Promise<{ key: NKey; jwt: string }> {
  const store = Store.open(node.dir);
  const { knownKey, membershipRecord } = new NodeStore(store);
  await store.close();
  return { key: knownKey as NKey, jwt: membershipRecord?.jwt ?? "" };
}

it("A node that floods the bus is cut off from it for a while and not removed; the others go on", async () => {
  const hub = await Hub.start();
  const [bad, good] = [await Node.start(), await Node.start()];
  for (const node of [bad, good]) await node.join(await hub.invite());
  const { key } = bad;
  await bad.close();
  const login = await loginOf(bad);
  await flood(hub, login, `ph.report.${key}`);
  await expect(flood(hub, login, `ph.report.${key}`)).rejects.toThrow("Authorization");
  expect((await hub.call(good.key, "Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
  // A hub that starts again has let it in again, and it is still a member.
  const port = Number(new URL(hub.bus.addresses[0] ?? "").port);
  await hub.close();
  const next = await Hub.start({ dir: hub.dir, port });
  const back = await Node.start({ dir: bad.dir });
  await until("it is connected", () => back.fleet.status().state === "connected");
  await until("it is heard", () => next.reports.has(key));
  expect((await next.call(key, "Echo", { Echo: "x" })).result).toEqual({ Result: "x" });
});

it("The holder of an invitation who floods the bus with requests is cut off, and others can join", async () => {
  const hub = await Hub.start();
  const [token, other] = [await hub.invite(), await hub.invite()];
  const { key, jwt, id } = readToken(token) ?? {};
  await flood(hub, { key: key as NKey, jwt: jwt ?? "" }, `ph.join.${id}`);
  const node = await Node.start();
  expect((await node.join(other)).result).toMatchObject({ state: "connected" });
});
