import { httpLink } from "@pilothouse/client/browser";
import { render } from "preact";
import { App } from "./app.js";
import { loadFirst } from "./loading/first-load.js";
import { preloadPage } from "./shell/page-code.js";
import { currentPage } from "./state/browser/address.js";
import { loadPreference, loadToken } from "./state/browser/storage.js";
import { applyTheme, savedTheme } from "./state/browser/theme.js";
import { fetchSetup, NO_SETUP, RPC_PATH } from "./state/session.js";
import { chooseLanguage, loadTexts } from "./texts/language.js";

applyTheme(savedTheme());
const language = chooseLanguage([loadPreference("language") ?? "", ...navigator.languages]);
const link = httpLink(new URL(RPC_PATH, location.href));
// Load the code of the page during sign-in.
const code = preloadPage(currentPage(), false);
const place = document.getElementById("console") ?? document.body;
const [texts, setup] = await Promise.all([
  loadFirst(() => loadTexts("main", language), place),
  loadToken() === undefined ? fetchSetup(link) : code.then(() => NO_SETUP),
]);
render(<App link={link} first={{ language, texts }} setup={setup} />, place);
