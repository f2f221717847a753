import { BUCKET } from "./bucket.js";

export const subjectOf = (key: string): string => `$KV.${BUCKET}.${encoded(key)}`;

/** Keys of a bucket have few signs, and dots mean something else there. */
export const encoded = (key: string): string =>
  key.replace(/[^\w/-]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `=${byte.toString(16).padStart(2, "0")}`).join(""),
  );

export const decoded = (key: string): string =>
  key.replace(/(=[0-9a-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"));
