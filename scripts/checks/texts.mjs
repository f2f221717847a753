// `npm run texts`: names the texts of the console that a language lacks, where English is shown; exits with 1 if there are.
import { missingTexts, readTexts } from "../../packages/console/texts.mjs";

const { en, ...others } = readTexts();
const missing = Object.entries(others).flatMap(([language, texts]) =>
  missingTexts(texts, en).map((path) => `${language}: ${path}`),
);
if (missing.length > 0) {
  process.stderr.write(`Texts of the console that are not translated:\n${missing.join("\n")}\n`);
  process.exit(1);
}
