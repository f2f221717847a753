import { randomBytes } from "node:crypto";

/** A number that is used once. */
export const newNonce = (): string => randomBytes(16).toString("base64url");
