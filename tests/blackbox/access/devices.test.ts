import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { restore, unpack } from "@pilothouse/server";
import { describe, expect, it } from "vitest";
import { type Here, startHere } from "../harness.js";
import { type Fields, PASSWORD, rpc } from "../wire.js";

const keys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const shown = (key: KeyObject) => key.export({ format: "der", type: "spki" }).toString("base64url");
const signed = (key: KeyObject, text: string) =>
  sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");

/** A browser that stays signed in. */
async function remembered(here: Here) {
  const { publicKey, privateKey } = keys();
  const params = { API: 1, Password: PASSWORD, Device: shown(publicKey) };
  const { result } = await rpc(here.https, "Authenticate", params);
  const device = String(result["Device"]);
  const challenge = async () => {
    const answer = await rpc(here.https, "pilothouse.challenge", { device });
    return String(answer.result["challenge"]);
  };
  const proof = (of: string, key = privateKey) => ({
    ...{ device, challenge: of },
    signature: signed(key, `pilothouse-sign-in ${device} ${of}`),
  });
  const signIn = (given: Fields) => rpc(here.https, "pilothouse.signIn", given);
  return { device, privateKey, token: String(result["Token"]), challenge, proof, signIn };
}
const isIn = async ({ signIn, proof, challenge }: Awaited<ReturnType<typeof remembered>>) =>
  (await signIn(proof(await challenge()))).code === undefined;
const codeOf = async (here: Here, Token: unknown) => (await here.call("Echo", { Token, Echo: "x" })).code;
const devices = async (here: Here) =>
  ((await here.call("pilothouse.sessions", {})).result["sessions"] as Fields[]).filter(
    ({ device }) => device,
  );

describe("A browser that stays signed in", () => {
  it("gets a token for its signature, also after a restart, and is listed as a device", async () => {
    const here = await startHere();
    const { device, challenge, proof, signIn } = await remembered(here);
    const { result } = await signIn(proof(await challenge()));
    expect(await codeOf(here, result["Token"])).toBeUndefined();
    expect(await devices(here)).toMatchObject([{ id: device, current: false }]);
    await here.restart();
    const later = await signIn(proof(await challenge()));
    expect(await codeOf(here, later.result["Token"])).toBeUndefined();
    here.clock.advance(91 * 86_400_000);
    expect((await signIn(proof(await challenge()))).code).toBe(-32003);
  });

  it("is refused with a challenge that was used, that is old, changed, of another device or of another service", async () => {
    const here = await startHere();
    const [one, two] = [await remembered(here), await remembered(here)];
    const used = one.proof(await one.challenge());
    // Sent twice at once, it counts once.
    const both = await Promise.all([one.signIn(used), one.signIn(used)]);
    expect(both.map(({ code }) => code).sort()).toEqual([-32003, undefined]);
    expect((await one.signIn(used)).code).toBe(-32003);
    const elsewhere = await startHere();
    const foreign = await rpc(elsewhere.https, "pilothouse.challenge", { device: one.device });
    const fresh = await one.challenge();
    for (const challenge of [
      await two.challenge(),
      String(foreign.result["challenge"]),
      `z${fresh}`,
      `${fresh}.`,
      fresh.slice(0, -1),
      "",
      "..",
    ])
      expect((await one.signIn(one.proof(challenge))).code, challenge).toBe(-32003);
    here.clock.advance(61_000);
    expect((await one.signIn(one.proof(fresh))).code).toBe(-32003);
  });

  it("is refused with another key, or a signature for another purpose", async () => {
    const here = await startHere();
    const { device, privateKey, challenge, proof, signIn } = await remembered(here);
    const fresh = await challenge();
    for (const signature of [
      proof(fresh, keys().privateKey).signature,
      signed(privateKey, fresh),
      signed(privateKey, `pilothouse-sign-in other ${fresh}`),
      "",
      "x",
      "A".repeat(86),
    ])
      expect((await signIn({ device, challenge: fresh, signature })).code).toBe(-32003);
    expect((await signIn(proof(fresh))).code).toBeUndefined();
  });

  it("ends when it is revoked, with a new password, and when it signs out", async () => {
    const here = await startHere();
    const [one, two, three] = [await remembered(here), await remembered(here), await remembered(here)];
    await here.call("pilothouse.sessions", { revoke: one.device });
    expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
    await here.call("pilothouse.logout", { Token: two.token, device: two.device });
    expect([await isIn(two), await isIn(three)]).toEqual([false, true]);
    await here.call("ServiceControl", { "svccontrol.password": "another long password" });
    expect(await isIn(three)).toBe(false);
  });

  it("takes the sessions that it opened with it, also after a restart, and no others", async () => {
    const here = await startHere();
    const [one, two] = [await remembered(here), await remembered(here)];
    const tab = async ({ signIn, proof, challenge }: typeof one) =>
      String((await signIn(proof(await challenge()))).result["Token"]);
    const tokens = [one.token, await tab(one), await tab(one), two.token, await tab(two)];
    const codes = () => Promise.all(tokens.map((token) => codeOf(here, token)));
    const [alive, gone] = [undefined, -32003];
    await here.restart();
    await here.call("pilothouse.sessions", { revoke: one.device });
    expect(await codes()).toEqual([gone, gone, gone, alive, alive]);
    // A tab that ends the others stays, and so does the browser that it is in.
    await here.call("pilothouse.sessions", { Token: tokens[4], revokeOthers: true });
    expect(await codes()).toEqual([gone, gone, gone, gone, alive]);
    tokens.push(await tab(two));
    await here.call("pilothouse.logout", { Token: tokens[5], device: two.device });
    expect(await codes()).toEqual(Array(6).fill(gone));
  });

  it("ends when a backup is restored, whether it was made before it or after", async () => {
    const here = await startHere();
    const before = await remembered(here);
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "pilothouse.backup", params: {} });
    const reply = await here.service.answer(text, { address: "127.0.0.1", access: "operator" });
    const { result } = JSON.parse(reply.text) as { readonly result: { readonly file: string } };
    const backup = await unpack(readFileSync(join(here.dataDir, result.file)), async () => "");
    const after = await remembered(here);
    expect([await isIn(before), await isIn(after)]).toEqual([true, true]);
    await here.stop();
    await restore(backup, here.dataDir, here.clock);
    await here.start();
    expect([await isIn(before), await isIn(after)]).toEqual([false, false]);
  });

  it("can be added only with the password, by a key of the right kind, and its key is no token", async () => {
    const here = await startHere();
    const Device = shown(keys().publicKey);
    const wrong = await rpc(here.https, "Authenticate", { API: 1, Password: "a wrong one", Device });
    expect(wrong.code).toBe(-32001);
    const rsa = shown(generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey);
    for (const bad of [rsa, "A".repeat(122), Device.slice(1), 5, ""])
      expect((await rpc(here.https, "Authenticate", { API: 1, Password: PASSWORD, Device: bad })).code).toBe(
        -32602,
      );
    // Nor is there a session whose token nobody got.
    expect((await here.call("pilothouse.sessions", {})).result["sessions"]).toHaveLength(1);
    const { device } = await remembered(here);
    for (const Token of [device, Device]) expect(await codeOf(here, Token)).toBe(-32003);
  });

  it("counts as a guess where its proof is wrong, and a flood of challenges keeps nobody out", async () => {
    const here = await startHere();
    const { device, challenge, proof } = await remembered(here);
    const from = { address: "192.0.2.9" };
    const ask = async (method: string, params: Fields) => {
      const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return JSON.parse((await here.service.answer(text, from)).text) as {
        readonly result?: Fields;
        readonly error?: { readonly code: number };
      };
    };
    const good = proof(await challenge());
    for (let n = 0; n < 2_000; n++) await ask("pilothouse.challenge", { device: `${n}` });
    const codes: unknown[] = [];
    for (let n = 0; n < 12; n++)
      codes.push((await ask("pilothouse.signIn", { device, challenge: "x", signature: "y" })).error?.code);
    expect(codes.slice(0, 10)).toEqual(Array(10).fill(-32003));
    expect(codes.at(-1)).toBe(-32000);
    // As for a password: the right one waits as well.
    expect((await ask("pilothouse.signIn", good)).error?.code).toBe(-32000);
    const elsewhere = await rpc(here.https, "pilothouse.signIn", good);
    expect(elsewhere.code).toBeUndefined();
  });
});
