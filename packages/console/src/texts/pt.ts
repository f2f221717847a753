import { en, type Texts } from "./en.js";
export const pt: Texts = en;
