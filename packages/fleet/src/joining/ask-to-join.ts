import { errors, type NatsConnection } from "@nats-io/nats-core";
import type { Clock } from "@pilothouse/drivers/port";
import { parseJson } from "@pilothouse/protocol";
import { type BoxKey, makeBoxKey, openBox } from "../keys/box.js";
import { claimsOf } from "../keys/jwt.js";
import type { NKey } from "../keys/nkey.js";
import { newNonce, sign, verified } from "../keys/signed-text.js";
import { dial, isRefused, LoginRefused } from "../link/dial.js";
import { shownCertificate } from "../link/shown-certificate.js";
import { digestOf, type Trust } from "../link/trust.js";
import { type JoinAnswer, JoinError, type JoinRequest, proofOf } from "./join-messages.js";
import type { MembershipRecord } from "./membership-record.js";
import type { InvitationToken } from "./token.js";

export interface Asking {
  readonly token: InvitationToken;
  readonly key: NKey;
  /** The public half of the key that will sign its answers. */
  readonly signing: string;
  readonly name: string;
  readonly chosen: boolean;
  readonly clock: Clock;
}

export type Asked = { readonly membershipRecord: MembershipRecord } | { readonly waiting: string };

const ANSWER_MS = 15_000;

export const trustOf = (certificate: string | null): Trust =>
  certificate === null ? "system" : { certificate };

/** The node's side of joining: asks, tries the login that it is given, and confirms. May be repeated at any time. */
export async function askToJoin(asking: Asking): Promise<Asked> {
  const { token } = asking;
  const connection = await firstContact(asking);
  try {
    const box = makeBoxKey();
    const first = await ask(connection, asking, "ask", box);
    if (first.waiting !== undefined) return { waiting: first.waiting.name };
    const { member } = first;
    if (member === undefined) throw new JoinError("The hub's answer to the request cannot be understood");
    requireCertificate(member.certificate, token);
    await tryLogin(asking, member);
    const last = await ask(connection, asking, "confirm", box);
    if (last.joined === undefined)
      throw new JoinError("The hub's answer to the last step cannot be understood");
    const { addresses, certificate, reconnectJitter } = member;
    const { name, jwt } = last.joined;
    const reportKey = openBox(last.joined.reportKey, box, token.secret).toString("base64");
    const { fleet, id: invitation } = token;
    return {
      membershipRecord: { fleet, name, invitation, addresses, certificate, jwt, reportKey, reconnectJitter },
    };
  } finally {
    await connection.close();
  }
}

/** The server is judged before anything is sent: by the certificate that the invitation names. */
async function firstContact({ token, clock }: Asking): Promise<NatsConnection> {
  const { addresses, key, jwt, fingerprint } = token;
  try {
    const trust = trustOf(fingerprint === undefined ? null : await shownCertificate(addresses, fingerprint));
    return await dial({ addresses, login: { key, jwt }, trust, name: "pilothouse join" });
  } catch (error) {
    if (!isRefused(error))
      throw new JoinError(
        `The bus cannot be reached at ${addresses.join(", ")}: ${(error as Error).message}`,
      );
    const isOver = (claimsOf(jwt).exp ?? Infinity) * 1_000 < clock.now();
    throw new JoinError(
      "The bus does not take the invitation's login: it expired long ago, or belongs to another fleet. Ask for a new one",
      isOver || (error instanceof LoginRefused && error.certain),
    );
  }
}

async function ask(
  connection: NatsConnection,
  asking: Asking,
  step: JoinRequest["step"],
  { id: box }: BoxKey,
): Promise<JoinAnswer> {
  const { token, key, signing, name, chosen, clock } = asking;
  const { fleet, id: invitation, secret } = token;
  const what = { step, fleet, invitation, node: key.id, signing, box, name, chosen };
  const about = { ...what, nonce: newNonce(), at: clock.now() };
  const request: JoinRequest = { ...about, proof: proofOf(secret, about) };
  const answer = await answerTo(connection, invitation, sign("join", JSON.stringify(request), key));
  const text = verified("joined", answer, fleet);
  const read =
    text === undefined ? undefined : (parseJson(text, { what: "the answer of the hub" }) as JoinAnswer);
  if (read?.nonce !== about.nonce)
    throw new JoinError("An answer came that the fleet has not signed; nothing was believed of it");
  if (read.refused !== undefined) throw new JoinError(read.refused, read.final === true);
  return read;
}

async function answerTo(
  connection: NatsConnection,
  invitation: string,
  message: Buffer,
): Promise<Uint8Array> {
  try {
    return (await connection.request(`ph.join.${invitation}`, message, { timeout: ANSWER_MS })).data;
  } catch (error) {
    if (error instanceof errors.NoRespondersError || error instanceof errors.RequestError)
      throw new JoinError("No hub of the fleet is connected to the bus at the moment; try again later");
    if (error instanceof errors.TimeoutError)
      throw new JoinError(`The hub did not answer within ${ANSWER_MS / 1_000} s; try again later`);
    throw new JoinError(`The connection to the bus was lost: ${(error as Error).message}`);
  }
}

function requireCertificate(certificate: string | null, { fingerprint }: InvitationToken): void {
  if (fingerprint === undefined && certificate === null) return;
  if (certificate === null || fingerprint === undefined || !digestOf(certificate).equals(fingerprint))
    throw new JoinError(
      "The bus has another certificate than when the invitation was made; ask for a new one",
      true,
    );
}

async function tryLogin(
  { key }: Asking,
  { addresses, certificate, jwt }: { addresses: readonly string[]; certificate: string | null; jwt: string },
): Promise<void> {
  try {
    const trust = trustOf(certificate);
    const connection = await dial({ addresses, login: { key, jwt }, trust, name: `pilothouse ${key.id}` });
    await connection.close();
  } catch (error) {
    throw new JoinError(
      `The fleet has taken this node in, but the bus at ${addresses.join(", ")} does not: ${(error as Error).message}`,
    );
  }
}
