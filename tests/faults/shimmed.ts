import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atTheEnd } from "@pilothouse/system/testing/scratch";

/** Runs workers with the shim (shim.c) between them and the kernel. */

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
export const compiler = ["cc", "gcc", "clang"].find((name) => spawnSync(name, ["--version"]).status === 0);
export const NO_COMPILER = "there is no C compiler (cc, gcc or clang) on this machine";

/** In memory where there is such a place: a sync there costs nothing, and what is lost is computed. */
const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "pilothouse-faults-"));
const shim = join(scratch, "shim.so");
atTheEnd(() => rmSync(scratch, { recursive: true, force: true }));

export function makeShim(): void {
  if (compiler === undefined) return;
  const args = ["-O2", "-shared", "-fPIC", "-o", shim, here("shim.c"), "-lpthread"];
  const { status, stderr } = spawnSync(compiler, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

let runs = 0;
/** Resolves with the JSON that the worker printed. It is given a directory, and the plan as JSON. */
export function shimmed<T>(worker: string, plan: object): Promise<T> {
  const place = join(scratch, `run-${runs++}`);
  mkdirSync(place);
  const [control, log] = [join(place, "control"), join(place, "log")];
  writeFileSync(control, Buffer.alloc(4_096));
  writeFileSync(log, "");
  const env = { ...process.env, LD_PRELOAD: shim, FAULTS_CONTROL: control, FAULTS_LOG: log };
  const child = spawn(process.execPath, [here(worker), place, JSON.stringify(plan)], { env });
  atTheEnd(() => child.kill("SIGKILL"));
  let [said, complained] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complained += text));
  return new Promise((resolve, reject) => {
    child.once("close", (code) => {
      rmSync(place, { recursive: true, force: true });
      if (code === 0) resolve(JSON.parse(said) as T);
      else reject(new Error(`the worker ended with ${code}: ${complained}`));
    });
  });
}
