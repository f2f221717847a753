// Bundles the command line into packages/cli/bundle: one module per command and per shared part, instead of
// the hundreds of files of our packages and their dependencies, which Node takes twice as long to load.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const cli = fileURLToPath(new URL("../packages/cli", import.meta.url));
const dir = join(cli, "bundle");

const bundle = await rolldown({
  input: join(cli, "dist", "main.js"),
  platform: "node",
  // Both load a binary for the machine, which they look for beside themselves.
  external: ["libsql", "@node-rs/argon2"],
});
rmSync(dir, { recursive: true, force: true });
await bundle.write({ dir, format: "esm", chunkFileNames: "[name].js" });
