import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { built } from "./built.mjs";
import { arm, count, disarm, log, watch } from "./control.mjs";
import { afterPowerCut, callsIn, filesOf } from "./power-cut.mjs";

/**
 * Run with the shim preloaded: `node file-worker.mjs <scratch> <plan as JSON>`. Replaces a file, or makes the
 * certificate of a first start, with each of its calls failing once, and with power cuts between them. Prints a line
 * of JSON: what was found each time.
 */
const [scratch, { name }] = [process.argv[2], JSON.parse(process.argv[3])];
const { replaceFile } = await built("system", "index.js");
const { ownCertificate } = await built("server", "http/certificate.js");

const OLD = "old\n".repeat(300);
const NEW = "new\n".repeat(300);

const CASES = {
  file: {
    prepare: (directory) => writeFileSync(join(directory, "file"), OLD),
    act: async (directory) => replaceFile(join(directory, "file"), NEW),
    found: async (directory) =>
      ({ OLD: "old", NEW: "new" })[nameOf(readFileSync(join(directory, "file"), "utf8"))],
  },
  certificate: {
    prepare: () => {},
    act: async (directory) => ownCertificate(directory, "127.0.0.1"),
    /** A start after it: which pair it comes up with. */
    found: async (directory) => {
      const kept = readdirSync(directory).includes("certificate.pem");
      const before = kept && readFileSync(join(directory, "certificate.pem"), "utf8");
      const { cert, key } = ownCertificate(directory, "127.0.0.1");
      if (!cert.includes("END CERTIFICATE") || !key.includes("END PRIVATE KEY"))
        return "accepted what is none";
      return cert === before ? "new" : "old";
    },
  },
};
const nameOf = (text) => (text === OLD ? "OLD" : text === NEW ? "NEW" : "neither");

const { prepare, act, found } = CASES[name];
let places = 0;
const place = () => {
  const directory = join(scratch, `place-${places++}`);
  mkdirSync(directory);
  return directory;
};

async function carriedOut(fault) {
  const directory = place();
  prepare(directory);
  const base = filesOf(directory);
  watch(directory);
  arm(fault);
  const error = await act(directory).then(
    () => undefined,
    (reason) => reason,
  );
  disarm();
  return { directory, base, error, calls: callsIn(log()), made: count() };
}
const judged = async (directory) => found(directory).catch((error) => `refused: ${error.message}`);

const whole = await carriedOut();
const faults = [];
for (const mode of ["eio", "enospc"])
  for (let from = 0; from < whole.made; from++) {
    const { directory, error } = await carriedOut({ mode, from, until: from + 1 });
    const left = readdirSync(directory).filter((one) => /\.[0-9a-f]{12}$/.test(one));
    faults.push({ mode, from, error: error?.name, found: await judged(directory), left: left.length });
  }

let state = 1;
const chance = () => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) / 2 ** 24;
};
const HOW = [() => false, () => true, () => chance() < 0.5, () => chance() < 0.5, () => chance() < 0.5];
const cuts = [];
for (let at = 0; at <= whole.calls.length; at++)
  for (const keeps of HOW) {
    const directory = place();
    afterPowerCut(whole.base, whole.calls.slice(0, at), keeps, directory);
    cuts.push({ answered: at === whole.calls.length, found: await judged(directory) });
  }
process.stdout.write(`${JSON.stringify({ calls: whole.calls.length, faults, cuts })}\n`);
