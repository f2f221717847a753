import "./start/hang-up.js";
import { isWhole, preparedAnswer } from "./start/answer.js";
import { load, usePack } from "./start/bundle.js";
import { columnsOfOutput, print } from "./start/print.js";

// The bundle is CommonJS, which Node starts sooner, and the rest of the program is loaded only when needed.
const words = process.argv.slice(2);
const answer = preparedAnswer(words, columnsOfOutput);
if (answer !== undefined) print(answer);
else {
  if (isWhole && (words[0] === "serve" || words[0] === "hub")) usePack("service.pack.cjs");
  load("main.cjs");
}
