import { hash, timingSafeEqual } from "node:crypto";
import { SettingsError } from "@pilothouse/system";
import { readSecretFile } from "./secret-file.js";

const SHORTEST = 20;

/** Whether this is the token from the configured file, which may only read metrics. */
export type ScrapeToken = (token: string) => boolean;

/** Prometheus cannot log in again each day, so it may use a token that is valid as long as its file exists. */
export function loadScrapeToken(file: string | undefined): ScrapeToken {
  if (file === undefined) return () => false;
  const token = readSecretFile("metrics.token_file", file).trim();
  if (token.length < SHORTEST || /\s/.test(token))
    throw new SettingsError(
      `metrics.token_file: ${file} wants one token of at least ${SHORTEST} characters without spaces`,
    );
  const right = digest(token);
  return (candidate) => timingSafeEqual(digest(candidate), right);
}

const digest = (token: string): Buffer => hash("sha256", token, "buffer");
