import "./start/hang-up.js";
import { preparedAnswer } from "./start/answer.js";
import { load } from "./start/bundle.js";
import { columnsOfOutput, print } from "./start/print.js";

// The bundle is CommonJS, which Node starts sooner, and the rest of the program is loaded only when needed.
const answer = preparedAnswer(process.argv.slice(2), columnsOfOutput);
if (answer === undefined) load("main.cjs");
else print(answer);
