import { cutLine, hideSecrets } from "@pilothouse/protocol";

/**
 * Why a node did not do something, in its own words, for people. It is kept and shown, also to those who may only
 * look: a compromised node may send megabytes, and an earlier version may name a secret.
 */
export const saidByNode = (text: unknown): string => hideSecrets(cutLine(String(text)));
