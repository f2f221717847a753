import { resolve } from "node:path";
import { peekCertificate } from "@pilothouse/client";
import { isLoopback } from "@pilothouse/system";
import type { Context } from "../../command/context.js";
import { Complaint } from "../../terminal/exit.js";
import { harmless } from "../../terminal/style.js";
import type { Profile } from "./profiles.js";

/** How a server is to prove who it is, from now on. */
export type Proof = Pick<Profile, "fingerprint" | "ca">;

/** What is known of the server, or what the person says on seeing its certificate: asked once, as ssh does. */
export async function identify(context: Context, url: string, given: Proof, known: Proof): Promise<Proof> {
  const { out, ask } = context;
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:") {
    if (!isLoopback(hostname))
      out.note(`Warning: ${url} is plain http. The password crosses the network in the clear.`);
    return {};
  }
  if (given.fingerprint !== undefined) return { fingerprint: given.fingerprint };
  if (given.ca !== undefined) return { ca: resolve(given.ca) };
  if (known.fingerprint !== undefined || known.ca !== undefined) return known;

  const { fingerprint, subject, validTo, untrusted } = await peekCertificate(url);
  if (untrusted === undefined) return {};
  if (!ask.possible)
    throw new Complaint(
      `no authority vouches for the certificate of ${url}; if its SHA-256 fingerprint is right, say so: --fingerprint ${fingerprint}`,
    );
  out.note(`${url} is not known here, and no authority vouches for its certificate (${untrusted}):`);
  out.note(`  SHA-256  ${fingerprint}`);
  out.note(`  subject  ${harmless(subject)}, valid until ${validTo.toISOString().slice(0, 10)}`);
  out.note("Compare it with the fingerprint that the service prints when it starts.");
  if (!(await ask.confirm("Is it the right one?")))
    throw new Complaint("the certificate was not accepted; nothing was sent");
  return { fingerprint };
}
