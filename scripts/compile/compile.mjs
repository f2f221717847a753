// Runs the bundled program, and stores beside each part of it what V8 has compiled by then: the next starts take half
// the time. It is for this machine's Node alone, and is not shipped. What a service loads is put together in one file.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { infoBody, loginBody, resultOf } from "../../bench/support/calls.mjs";
import { openConnection } from "../../bench/support/connection.mjs";

const RECORD = new URL("./record.mjs", import.meta.url).href;
const READY = /^.*"msg":"ready".*(?=\n)/m;
const PACK = "service.pack.cjs";
const STORED = `.${process.version}-${process.arch}`;

export async function compile(program) {
  const bundle = dirname(program);
  const home = mkdtempSync(join(tmpdir(), "pilothouse-compile-"));
  const start = (...args) =>
    spawn(process.execPath, ["--import", RECORD, program, ...args], {
      env: { PATH: process.env.PATH, HOME: home },
      stdio: ["ignore", "ignore", "pipe"],
    });
  const flags = ["--https-port", "0", "--http-port", "0", "--auth-allow-factory-password", "true"];
  const serve = (body) => firstAnswer(start("serve", "--data-dir", join(home, "data"), ...flags), body);
  try {
    pack(bundle, () => false);
    const { Token } = await serve(loginBody);
    // What this start does not load, such as what checks a password, keeps this time.
    for (const name of storedIn(bundle)) utimesSync(join(bundle, name), 0, 0);
    await serve(infoBody(Token));
    pack(bundle, (file) => statSync(file).mtimeMs > 0);
    await serve(infoBody(Token));
    // Fails, after it has loaded all that a command needs.
    await once(start("info", "--url", "http://127.0.0.1:1/"), "exit");
    await once(start("__complete", "--", "info", "-p", ""), "exit");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Asks a service that starts, ends it, and returns the result. */
async function firstAnswer(service, body) {
  const ended = once(service, "close");
  let heard = "";
  const ready = new Promise((resolve) => {
    service.stderr.setEncoding("utf8").on("data", (text) => {
      heard += text;
      const line = READY.exec(heard)?.[0];
      if (line !== undefined) resolve(Number(new URL(JSON.parse(line).https).port));
    });
  });
  const port = await Promise.race([ready, ended.then(() => undefined)]);
  if (port === undefined) throw new Error(`the service that was built does not start: ${heard}`);
  const connection = await openConnection({ port, secure: true });
  const result = await resultOf(connection, port, body);
  connection.close();
  service.kill("SIGTERM");
  const [code] = await ended;
  if (code !== 0) throw new Error(`the service that was built does not end: ${heard}`);
  return result;
}

const storedIn = (bundle) => readdirSync(bundle).filter((name) => name.endsWith(STORED));

/** Puts the parts together of which something compiled is wanted: those that every start loads. */
function pack(bundle, isWanted) {
  const wanted = storedIn(bundle).filter((name) => name !== PACK + STORED && isWanted(join(bundle, name)));
  const parts = wanted.toSorted().map((file) => {
    const name = file.slice(0, -STORED.length);
    const text = readFileSync(join(bundle, name), "latin1");
    rmSync(join(bundle, file));
    return `${JSON.stringify(name)}: (function (exports, require, module, __filename, __dirname) { ${text}\n})`;
  });
  writeFileSync(join(bundle, PACK), `({\n${parts.join(",\n")}\n});\n`, "latin1");
}
