import { ClientError } from "@pilothouse/client";

const LASTING: readonly string[] = ["login", "tls", "aborted", "params"];

/** For repeated requests: a temporary error is returned in words; a lasting one, such as a lost login, is thrown. */
export function passing(error: unknown): { readonly error: string } {
  if (!(error instanceof ClientError) || LASTING.includes(error.kind) || error.name === "factoryPassword")
    throw error;
  return { error: error.message };
}
