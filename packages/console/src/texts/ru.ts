import { en, type Texts } from "./en.js";
export const ru: Texts = en;
