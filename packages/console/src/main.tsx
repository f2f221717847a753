import { httpLink } from "@pilothouse/client/browser";
import { render } from "preact";
import { App } from "./app.js";
import { kept, keptToken } from "./state/kept.js";
import { mustChoose, RPC_PATH } from "./state/session.js";
import { applyTheme, keptTheme } from "./state/theme.js";
import { chooseLanguage, LANGUAGES } from "./texts/language.js";

applyTheme(keptTheme());
const language = chooseLanguage([kept("language") ?? "", ...navigator.languages]);
const link = httpLink(new URL(RPC_PATH, location.href));
const [texts, choose] = await Promise.all([
  LANGUAGES[language].load(),
  keptToken() === undefined && mustChoose(link),
]);
const place = document.getElementById("console");
if (place !== null) render(<App link={link} first={{ language, texts }} choose={choose} />, place);
