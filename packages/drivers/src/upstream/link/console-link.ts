import { randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { ClientError, httpLink, type Link, type Trust } from "@pilothouse/client";
import { MOST_CONNECTIONS } from "../quirks.js";
import { authorization, type Challenge, type Credentials, readChallenge } from "./digest.js";

export interface ConsoleLinkOptions extends Trust {
  /** The console's own login, asked for when it is needed. */
  readonly credentials?: (() => Promise<Credentials>) | undefined;
}

const METHOD = "POST";
const UNAUTHORIZED = 401;

/** The way to a server that may want a Digest login before it looks at a request. */
export function consoleLink(url: string, { credentials, ...trust }: ConsoleLinkOptions): Link {
  const headers: { Authorization?: string } = {};
  // One connection is left for asking for the challenge.
  const link = httpLink(url, {
    ...trust,
    headers: headers as Record<string, string>,
    concurrency: MOST_CONNECTIONS - (credentials === undefined ? 0 : 1),
  });
  const target = new URL(url);
  let held: Challenge | undefined;
  let asking: Promise<void> | undefined;

  /** The link copies its headers for every request, so a getter gives each request its own count. */
  const hold = (challenge: Challenge, login: Credentials) => {
    held = challenge;
    let count = 0;
    const signed = () =>
      authorization(challenge, login, {
        method: METHOD,
        uri: target.pathname + target.search,
        count: ++count,
        cnonce: randomBytes(12).toString("base64url"),
      });
    Object.defineProperty(headers, "Authorization", { enumerable: true, configurable: true, get: signed });
  };

  const renew = async (login: () => Promise<Credentials>) => {
    const challenge = await askChallenge(target);
    if (challenge === undefined)
      throw new ClientError("login", "the console wants a login of a kind that is not known here", {
        status: UNAUTHORIZED,
      });
    hold(challenge, await login());
  };

  return {
    async send(text, options) {
      const used = held;
      const reply = await link.send(text, options);
      if (reply.status !== UNAUTHORIZED) return reply;
      if (credentials === undefined)
        throw new ClientError("login", "the console wants a user and a password of its own (HTTP 401)", {
          status: UNAUTHORIZED,
        });
      // Of many requests that were refused with the same challenge, the first gets a new one for all.
      if (held === used) {
        asking ??= renew(credentials).finally(() => {
          asking = undefined;
        });
        await asking;
      }
      // What was refused was not carried out, so that sending it again is safe for every call.
      const again = await link.send(text, options);
      if (again.status !== UNAUTHORIZED) return again;
      throw new ClientError("login", "the console does not take this user and password (HTTP 401)", {
        status: UNAUTHORIZED,
      });
    },
    close: () => link.close?.(),
  };
}

const CHALLENGE_WITHIN = 10_000;

/**
 * The client's link does not show the headers of a reply, so the challenge is requested separately. This
 * request contains nothing, and its result is used only on the checked connection: the certificate does
 * not matter here.
 */
function askChallenge(target: URL): Promise<Challenge | undefined> {
  return new Promise((resolve, reject) => {
    const { request } = target.protocol === "https:" ? https : http;
    const sent = request(target, {
      method: METHOD,
      agent: false,
      rejectUnauthorized: false,
      signal: AbortSignal.timeout(CHALLENGE_WITHIN),
      headers: { "Content-Length": 0 },
    });
    sent.once("error", (cause: NodeJS.ErrnoException) =>
      reject(new ClientError("network", cause.message, { code: cause.code, cause })),
    );
    sent.once("response", (response) => {
      response.destroy();
      resolve(readChallenge(response.headers["www-authenticate"] ?? ""));
    });
    sent.end();
  });
}
