// Run by the Node that is shipped: compiles a file as a whole, and stores what V8 made of it beside the file, whose name
// it prints. Nothing of it is run, and the bytes are the same whenever it is made.
//   node --random-seed=1 whole.cjs FILE PLACE    PLACE is where the file will be, as stack traces name it
const { readFileSync, writeFileSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

const [file, filename] = process.argv.slice(2);
setFlagsFromString("--no-lazy");
const script = new Script(readFileSync(file, "latin1"), { filename });
// V8 takes nothing that was made with other flags than those of the start.
setFlagsFromString("--lazy");
const stored = `${file}.${process.version}-${process.arch}`;
writeFileSync(stored, script.createCachedData());
process.stdout.write(stored);
