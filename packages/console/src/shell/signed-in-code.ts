import type { ComponentType } from "preact";
import { currentPage } from "../state/browser/address.js";
import { type Language, loadTexts } from "../texts/language.js";
import type { Parts } from "../texts/texts.js";
import { preloadPage } from "./page-code.js";
import type { SignedInProps } from "./signed-in.js";

/** What only a session needs. */
export interface SignedInCode {
  readonly SignedIn: ComponentType<SignedInProps>;
  readonly texts: Parts["main"];
}

/** Loads it with the code of the page that the address names, whose calls are then part of the first request. */
export async function loadSignedIn(language: Language, isHub: boolean): Promise<SignedInCode> {
  const [{ SignedIn }, texts] = await Promise.all([
    import("./signed-in.js"),
    loadTexts("main", language),
    preloadPage(currentPage(), isHub),
  ]);
  return { SignedIn, texts };
}
