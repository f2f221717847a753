import { preparedAnswer } from "./start/answer.js";
import { endWithReader } from "./terminal/end-with-reader.js";

// The bundle has this as CommonJS, which Node starts sooner, and loads the rest of the program only when needed.
const answer = preparedAnswer(process.argv.slice(2), () => process.stdout.columns);
if (answer === undefined) void import("./main.js");
else {
  endWithReader();
  process.stdout.write(answer);
}
