import Negotiator from "negotiator";
import { isLanguage, type Language } from "../settings/languages.js";

const LONGEST_HEADER = 1_000;
const MOST_CHOICES = 256;

/** Dashboards ask every second, with the same header each time. */
const choices = new Map<string, Language>();

/** The language that an `Accept-Language` header prefers among ours; `fallback` when it lists no language of ours. */
export function chooseLanguage(acceptLanguage: string | undefined, fallback: Language): Language {
  if (acceptLanguage === undefined) return fallback;
  const header = acceptLanguage.slice(0, LONGEST_HEADER);
  const key = `${fallback} ${header}`;
  const known = choices.get(key);
  if (known !== undefined) return known;

  const choice = choose(header, fallback);
  if (choices.size >= MOST_CHOICES) choices.clear();
  choices.set(key, choice);
  return choice;
}

/**
 * The header's own order decides, each tag reduced to its language. Matching our list against the header
 * instead would answer "en-US, de;q=0.7, en;q=0.3" in German, because English alone is wanted least.
 */
function choose(header: string, fallback: Language): Language {
  const wanted = new Negotiator({ headers: { "accept-language": header } }).languages();
  for (const tag of wanted) {
    if (tag === "*") return fallback;
    const [language = ""] = tag.toLowerCase().split("-");
    if (isLanguage(language)) return language;
  }
  return fallback;
}
