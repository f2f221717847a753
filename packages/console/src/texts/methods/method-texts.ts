import type { MethodName } from "@pilothouse/protocol";

/** What each method does. A missing text does not compile. */
export type MethodTexts = { readonly [M in MethodName]: string };
