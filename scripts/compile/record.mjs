// Loaded into the bundled program by compile.mjs: packages/cli/src/start/bundle.ts reads what this writes.
import { chmodSync, writeFileSync } from "node:fs";
import v8 from "node:v8";
import vm from "node:vm";

const { Script } = vm;
const scripts = new Map();

vm.Script = class extends Script {
  constructor(code, options) {
    super(code, options);
    scripts.set(options.filename, this);
  }
};

// A service changes V8's flags once it is ready, and V8 takes no code that was compiled with others than a start has.
v8.setFlagsFromString = () => {};

// At the end, since functions are compiled when they are first called.
process.on("exit", () => {
  for (const [filename, script] of scripts) {
    const file = `${filename}.${process.version}-${process.arch}`;
    writeFileSync(file, script.createCachedData());
    // A service keeps what it writes to itself.
    chmodSync(file, 0o644);
  }
});
