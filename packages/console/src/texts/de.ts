import { en, type Texts } from "./en.js";
export const de: Texts = en;
