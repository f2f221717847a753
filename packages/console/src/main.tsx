import { httpLink } from "@pilothouse/client/browser";
import { render } from "preact";
import { App } from "./app.js";
import { loadFirst } from "./loading/first-load.js";
import { loadSignedIn } from "./shell/signed-in-code.js";
import { loadPreference, loadToken, saveToken } from "./state/browser/storage.js";
import { applyTheme, savedTheme } from "./state/browser/theme.js";
import { fetchSetup, NO_SETUP, RPC_PATH, signInByDevice } from "./state/sign-in.js";
import { chooseLanguage, loadTexts } from "./texts/language.js";

applyTheme(savedTheme());
const language = chooseLanguage([loadPreference("language") ?? "", ...navigator.languages]);
const link = httpLink(new URL(RPC_PATH, location.href));
const place = document.getElementById("console") ?? document.body;
const token = loadToken() ?? (await signInByDevice(link));
if (token !== undefined) saveToken(token);
const isSignedIn = token !== undefined;
const [texts, setup, code] = await Promise.all([
  loadFirst(() => loadTexts("first", language), place),
  isSignedIn ? NO_SETUP : fetchSetup(link),
  isSignedIn ? loadSignedIn(language, false).catch(() => undefined) : undefined,
]);
render(<App link={link} first={{ language, texts, code }} setup={setup} />, place);
