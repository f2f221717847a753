import { call, describe, optional } from "../../kernel/shapes.js";
import { count, secret, text, valueType } from "../../value-types/value-types.js";

/** A public key of P-256 as browsers export it (SPKI), of which there is one length. */
const publicKey = valueType({
  type: "string",
  wants: "a public key of P-256 as SPKI, in base64url",
  schema: { type: "string", pattern: "^[A-Za-z0-9_-]{122}$" },
  fits: (value): value is string => typeof value === "string" && /^[\w-]{122}$/.test(value),
});

/** Of `Authenticate`: it stands beside the password, so that nobody without it can add a device. */
export const DEVICE_KEY = optional(
  publicKey,
  "Extension: the public key of a browser that is to stay signed in. It is remembered for 90 days as a device, with which `pilothouse.signIn` needs no password.",
);
export const DEVICE = optional(text, "The id of the device. With `Device`.");

/** What a device signs to sign in: the words are for this purpose alone. */
export const signInText = (device: string, challenge: string): string =>
  `pilothouse-sign-in ${device} ${challenge}`;

export const RESULTS = {
  "pilothouse.challenge": { challenge: { type: text } },
  "pilothouse.signIn": { Token: { type: secret }, expires: { type: count } },
} as const;

export const METHODS = {
  "pilothouse.challenge": call({
    guard: "open",
    description: "What a device has to sign to sign in. Nothing is kept of it.",
    params: { device: { type: text, description: "Its id, as `Authenticate` answered it." } },
    result: describe(RESULTS, "pilothouse.challenge", {
      challenge:
        "Good for one sign-in of this device at this service, for a minute. Also answered for a device that does not exist.",
    }),
    others: "refused",
    extension: true,
  }),
  "pilothouse.signIn": call({
    guard: "open",
    changes: true,
    description:
      "Exchanges the signature of a device for a token. A device ends as a session does: when it is revoked (`pilothouse.sessions`), with a new password, after a restore.",
    params: {
      device: { type: text, description: "Its id, as `Authenticate` answered it." },
      challenge: { type: text, description: "As `pilothouse.challenge` answered it." },
      signature: {
        type: secret,
        description:
          "ECDSA with SHA-256 over the text `pilothouse-sign-in DEVICE CHALLENGE`, r and s one after the other, in base64url.",
      },
    },
    result: describe(RESULTS, "pilothouse.signIn", {
      Token: "Token for later requests.",
      expires: "When it expires, in milliseconds since the epoch.",
    }),
    others: "refused",
    extension: true,
  }),
} as const;
