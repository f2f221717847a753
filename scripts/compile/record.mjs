// Loaded into the bundled program by compile.mjs: packages/cli/src/start/bundle.ts reads what this writes.
import { chmodSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import vm from "node:vm";

const { Script } = vm;
const scripts = new Map();

vm.Script = class extends Script {
  constructor(code, options) {
    super(code, options);
    scripts.set(options.filename, this);
  }
};

// At the end, since functions are compiled when they are first called.
process.on("exit", () => {
  // A start has them as they were; V8 takes no code that was compiled with others.
  setFlagsFromString("--opt");
  for (const [filename, script] of scripts) {
    const file = `${filename}.${process.version}-${process.arch}`;
    writeFileSync(file, script.createCachedData());
    // A service keeps what it writes to itself.
    chmodSync(file, 0o644);
  }
});
