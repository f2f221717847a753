// Brings a checkout up to date: packages installed as the lock file says, sources built.
// Uses nothing but Node itself, since it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a command and waits for its end; ends this process when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Standard output is for the program that is run afterwards. */
const QUIETLY = { stdio: ["inherit", 2, 2] };

/** Does `work` unless it was done for the very same `inputs` before. It takes a while, so it is announced. */
function once(name, announcement, inputs, work) {
  const stamp = join(".stamps", name);
  const fingerprint = () => createHash("sha256").update(inputs()).digest("hex");
  const isDone = () => String(read(stamp)) === fingerprint();
  if (isDone()) return;
  alone(() => {
    if (isDone()) return;
    process.stderr.write(`${announcement}\n`);
    work();
    // The work may have changed its inputs.
    writeFileSync(join(root, stamp), fingerprint());
  });
}

/** One process at a time: a second terminal may be opened while the first still installs. */
function alone(work) {
  const lock = join(root, ".stamps", "lock");
  mkdirSync(join(root, ".stamps"), { recursive: true });
  for (let waits = false; !taken(lock); waits = true) {
    if (!waits) process.stderr.write("Another command is installing or building here; waiting for it\n");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function taken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    // One that was killed leaves its lock behind.
    if (hasEnded(Number(read(".stamps/lock")))) rmSync(lock, { force: true });
    return false;
  }
}

function hasEnded(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

const read = (file) => {
  try {
    return readFileSync(join(root, file));
  } catch {
    return "";
  }
};

const CONSOLE = "packages/console";
const CONFORMANCE = "packages/conformance";
const packages = () => readdirSync(join(root, "packages")).map((name) => `packages/${name}`);

export function install() {
  const manifests = ["package.json", "package-lock.json", ...packages().map((dir) => `${dir}/package.json`)];
  const there = () => (read("node_modules/.package-lock.json") === "" ? "none" : "there");
  once(
    "install",
    "Installing packages…",
    () =>
      Buffer.concat([
        Buffer.from(process.version + there()),
        ...manifests.map((file) => Buffer.from(read(file))),
      ]),
    () => run("npm", ["ci", "--engine-strict", "--no-audit", "--no-fund"], QUIETLY),
  );
}

/** Name, size and time of every source and of one built file: cheap, and enough to see a change. */
function sources() {
  const lines = [];
  const look = (dir) => {
    for (const entry of readdirSync(join(root, dir), { withFileTypes: true })) {
      const path = `${dir}/${entry.name}`;
      if (entry.isDirectory()) look(path);
      else {
        const { size, mtimeMs } = statSync(join(root, path));
        lines.push(`${path} ${size} ${mtimeMs}`);
      }
    }
  };
  for (const dir of packages()) {
    look(`${dir}/src`);
    const built = `${dir}/dist/index.${dir === CONSOLE ? "html" : "js"}`;
    lines.push(
      read(`${dir}/tsconfig.json`),
      read(`${dir}/tsconfig.test.json`),
      read(built) === "" ? "unbuilt" : "built",
    );
  }
  lines.push(read(`${CONFORMANCE}/dist/conformance.mjs`) === "" ? "unbuilt" : "built");
  look(`${CONSOLE}/public`);
  lines.push(read(`${CONSOLE}/index.html`), read(`${CONSOLE}/vite.config.ts`), read("scripts/bundle.mjs"));
  look("scripts/compile");
  lines.push(read("packages/cli/bundle/start.cjs") === "" ? "unbundled" : "bundled");
  return lines.join("\n") + read("tsconfig.base.json");
}

/** Types and programs by tsc, the console's page by Vite, the command line and the conformance kit bundled by Rolldown. */
export function build() {
  once("build", "Building…", sources, () => {
    run(process.execPath, ["node_modules/typescript/bin/tsc", "-b"], QUIETLY);
    run(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], {
      ...QUIETLY,
      cwd: join(root, CONSOLE),
    });
    run(process.execPath, ["scripts/bundle.mjs"], QUIETLY);
    run("npm", ["run", "--silent", "build", "--workspace", "i2pcontrol-conformance"], QUIETLY);
  });
}
