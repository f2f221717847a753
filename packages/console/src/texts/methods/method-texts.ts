import type { MethodName } from "@pilothouse/protocol";

/** What each method does. One that lacks a text does not compile. */
export type MethodTexts = { readonly [M in MethodName]: string };
