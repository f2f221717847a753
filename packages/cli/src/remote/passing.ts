import { ClientError } from "@pilothouse/client";

const LASTING: readonly string[] = ["login", "tls", "aborted", "params"];

/** For what is asked again and again: what may pass is returned in words; what will not, such as a lost login, is thrown. */
export function passing(error: unknown): { readonly error: string } {
  if (!(error instanceof ClientError) || LASTING.includes(error.kind) || error.name === "factoryPassword")
    throw error;
  return { error: error.message };
}
