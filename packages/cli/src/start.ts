import "./start/hang-up.js";
import { preparedAnswer } from "./start/answer.js";
import { columnsOfOutput, print } from "./start/print.js";

// The bundle has this as CommonJS, which Node starts sooner, and loads the rest of the program only when needed.
const answer = preparedAnswer(process.argv.slice(2), columnsOfOutput);
if (answer === undefined) void import("./main.js");
else print(answer);
