import { scratch } from "@pilothouse/system/testing/scratch";
import { expect, it, onTestFinished } from "vitest";
import { trustOf } from "../../../packages/fleet/src/joining/ask-to-join.js";
import { proofOf } from "../../../packages/fleet/src/joining/join-messages.js";
import { readToken } from "../../../packages/fleet/src/joining/token.js";
import { makeNKey } from "../../../packages/fleet/src/keys/nkey.js";
import { newNonce, sign } from "../../../packages/fleet/src/keys/signed-text.js";
import { dial } from "../../../packages/fleet/src/link/dial.js";
import { shownCertificate } from "../../../packages/fleet/src/link/shown-certificate.js";
import { subjectOf } from "../../../packages/fleet/src/state/stream/bucket-keys.js";
import { existingServer } from "../support/existing-server.js";
import { Hub } from "../support/fleet.js";

/** Somebody who has got hold of a token, and does with its login what the bus allows. */
async function holderOf(text: string) {
  const token = readToken(text);
  if (token?.fingerprint === undefined) throw new Error("the token is damaged");
  const { addresses, fingerprint, fleet, id: invitation, secret, key: login, jwt } = token;
  const trust = trustOf(await shownCertificate(addresses, fingerprint));
  const connection = await dial({ addresses, login: { key: login, jwt }, trust, name: "test" });
  onTestFinished(() => connection.close());
  const key = makeNKey("user");
  const request = () => {
    const who = { node: key.id, signing: makeNKey("user").id, name: "mallory", chosen: false };
    const about = { step: "ask", fleet, invitation, ...who, nonce: newNonce(), at: Date.now() } as const;
    return sign("join", JSON.stringify({ ...about, proof: proofOf(secret, about) }), key);
  };
  return { connection, subject: `ph.join.${invitation}`, request };
}

it("Who has a token cannot have a hub send its answers elsewhere, such as into the state that hubs share", async () => {
  const dir = scratch();
  const settings = { ...(await existingServer(dir)), shared: true };
  const hub = await Hub.start({ dir, settings });
  await hub.state.put("revoked/UA", `{"name":"roof","at":1}`, 0);
  const { connection, subject, request } = await holderOf(await hub.invite({ wait: true }));
  connection.publish(subject, request(), { reply: subjectOf("revoked/UA") });
  // Its second request is answered, and so the first has been dealt with when this write is there.
  expect((await connection.request(subject, request(), { timeout: 10_000 })).data.length).toBeGreaterThan(64);
  await hub.state.put("revoked/UB", `{"name":"barn","at":1}`, 0);
  await hub.close();
  const again = await Hub.start({ dir, settings });
  expect((await again.state.get("revoked/UA"))?.text).toBe(`{"name":"roof","at":1}`);
});
