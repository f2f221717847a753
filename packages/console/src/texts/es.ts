import { en, type Texts } from "./en.js";
export const es: Texts = en;
