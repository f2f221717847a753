import { httpLink } from "@pilothouse/client/browser";
import { render } from "preact";
import { App } from "./app.js";
import { kept } from "./state/kept.js";
import { applyTheme, keptTheme } from "./state/theme.js";
import { chooseLanguage, LANGUAGES } from "./texts/language.js";

/** Both endpoints answer here, whichever of them served the page. */
const RPC_PATH = "/console/rpc";

applyTheme(keptTheme());
const language = chooseLanguage([kept("language") ?? "", ...navigator.languages]);
const texts = await LANGUAGES[language].load();
const place = document.getElementById("console");
if (place !== null)
  render(<App link={httpLink(new URL(RPC_PATH, location.href))} first={{ language, texts }} />, place);
