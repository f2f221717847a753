import { en, type Texts } from "./en.js";
export const fr: Texts = en;
