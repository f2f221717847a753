// Runs on the machine that is tried, with the package's own Node: makes a backup as the console does, changes the
// password, restores the backup, and ends when the service is back with the password of the backup.
//   node packaging/trial/restore.mjs PASSWORD
import assert from "node:assert/strict";
import { request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

const [password] = process.argv.slice(2);
const passphrase = "five grey herons";
const NEWER = "a password that is newer";
const PART = 2 ** 19;

function post(body) {
  return new Promise((resolve, reject) => {
    const options = { method: "POST", rejectUnauthorized: false, agent: false };
    const sending = request("https://127.0.0.1:7650/", options, async (response) => {
      let text = "";
      for await (const piece of response) text += piece;
      resolve(JSON.parse(text));
    });
    sending.on("error", reject);
    sending.end(JSON.stringify(body));
  });
}

async function call(method, params) {
  const { result, error } = await post({ jsonrpc: "2.0", id: 1, method, params });
  assert.ok(result, JSON.stringify({ method, error }));
  return result;
}

async function session(Password) {
  const { Token } = await call("Authenticate", { API: 1, Password });
  return (method, params = {}) => call(method, { Token, ...params });
}

async function download(ask) {
  const { file } = await ask("pilothouse.backup", { password, passphrase });
  const parts = [];
  for (let from = 0; from !== null; ) {
    const { part, next } = await ask("pilothouse.backupPart", { file, from });
    parts.push(Buffer.from(part, "base64"));
    from = next;
  }
  return Buffer.concat(parts);
}

async function restore(ask, bytes) {
  const { file } = await ask("pilothouse.restoreUpload", { password: NEWER, bytes: bytes.length });
  for (let from = 0; from < bytes.length; from += PART) {
    const part = bytes.subarray(from, from + PART).toString("base64");
    await ask("pilothouse.restorePart", { file, from, part });
  }
  await ask("pilothouse.restoreCheck", { file, passphrase });
  await ask("pilothouse.restore", { file, password: NEWER });
}

/** While the service restarts, nobody answers. */
async function again() {
  for (const end = Date.now() + 60_000; ; await sleep(250)) {
    try {
      const ask = await session(password);
      const { events } = await ask("pilothouse.events", { kinds: ["restore.done", "restore.failed"] });
      return events.map(({ kind }) => kind);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

const bytes = await download(await session(password));
await (await session(password))("pilothouse.password", { password: NEWER, current: password });
await restore(await session(NEWER), bytes);
process.stdout.write(`${await again()}\n`);
await assert.rejects(session(NEWER));
