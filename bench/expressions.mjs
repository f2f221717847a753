// How the time of every regular expression in the sources grows with the length of the text it is given. Twice the
// text should take twice the time; four times means that somebody who chooses the text can hold up the service.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";
import { pumped, pumpsOf } from "./support/pumps.mjs";

const packages = fileURLToPath(new URL("../packages", import.meta.url));
const SIZES = [250_000, 500_000, 1_000_000];

/** Expressions that grow faster, and what keeps the text that they are given short. */
const SHORT = new Map([
  [String(/"result":\{(.*)\},"jsonrpc"/s), "only answers that were recorded for tests"],
]);

/** Expressions that are put together at run time, as they are with usual values. */
const MADE = {
  "cli/src/terminal/style.ts": [
    /[\u0000-\u001f]/g,
    /(\u001b\[(?:1|2|22|3[1236]|39)m|[\n\t])|[\u0000-\u001f]/g,
    /(?!\n)[\u0000-\u001f]/g,
  ],
  "console/src/parts/form.tsx": [/^(?:[A-Za-z0-9]([A-Za-z0-9 _-]*[A-Za-z0-9])?)$/u],
  "drivers/src/i2pd/control/web-console.ts": [/[?&]cmd=shutdown_start&(?:amp;)?token=(\d+)/],
  "drivers/src/i2pd/program/apt.ts": [/^ {2}Candidate: (\S+)$/m],
  "protocol/src/secrets/secret-names.ts": [/^(?:i2np\..*\.sp|routerconsole\.auth\..*\.md5)$/],
  "protocol/src/kernel/names.ts": [/(?<![\w.])(?:svc\.|svccontrol\.|ServiceControl\b)/g],
  "server/src/rpc/spelling.ts": [/(?<![\w.])(?:router\.net\.bw\.in|router\.net\.upnp)(?!\w|\.\w)/g],
  "system/src/redaction.ts": [/(?<![A-Za-z0-9])example(?![A-Za-z0-9])/gi],
};

function* walk(node) {
  if (node === null || typeof node !== "object") return;
  if (typeof node.type === "string") yield node;
  for (const part of Object.values(node))
    if (Array.isArray(part)) for (const one of part) yield* walk(one);
    else yield* walk(part);
}

/** Every expression in the sources that run outside tests. */
export function expressions() {
  const files = readdirSync(packages, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /^[a-z]+\/src\/.*\.tsx?$/.test(file) && !/test\.tsx?$|\/(testing|testnet)\/|^conformance\//.test(file),
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(packages, file), "utf8");
    const made = MADE[file] ?? [];
    const nodes = [...walk(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }))];
    const unknown = nodes.filter(
      ({ type, callee }) => type === "NewExpression" && callee.name === "RegExp",
    ).length;
    if (unknown !== made.length)
      throw new Error(`${file} makes ${unknown} expressions; MADE has ${made.length}`);
    const literals = nodes.flatMap(({ regex }) => (regex ? [new RegExp(regex.pattern, regex.flags)] : []));
    return [...literals, ...made].map((expression) => ({ file, expression }));
  });
}

/** Milliseconds for one text; the fastest of a few tries. */
function timed(expression, text, tries = 3) {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && best > 0.01; n++) {
    expression.lastIndex = 0;
    const began = performance.now();
    text.replace(expression, "");
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

/** Milliseconds that no expression takes for a few thousand characters, unless its time grows steeply. */
const LONG = 5;
/** They rise slowly, since the time of some expressions grows very fast. */
const FIRST_SIZES = [16, 20, 24, 28, 32, 100, 300, 1_000, 3_000];

/** The kind of text that takes longest, and the length at which it has taken long. */
function worstOf(expression) {
  let worst = { ms: -1 };
  for (const pump of pumpsOf(expression.source))
    for (const length of FIRST_SIZES) {
      const ms = timed(expression, pumped(pump, length), 1);
      if (ms > LONG && timed(expression, pumped(pump, length)) > LONG) return { pump, length };
      if (length === FIRST_SIZES.at(-1) && ms > worst.ms) worst = { ms, pump };
    }
  return worst;
}

/** Without one of these an expression looks at a few characters from each place on, whatever comes. */
const UNBOUNDED = /[*+]|\{\d+,\}/;

function growthOf(expression) {
  if (!UNBOUNDED.test(expression.source)) return undefined;
  const { pump, length = steepFrom(expression, pump) } = worstOf(expression);
  if (pump === undefined) return undefined;
  // What grows steeply is shown with short texts: a million characters could take hours.
  const steep = length !== undefined;
  const sizes = !steep
    ? SIZES
    : length > 32
      ? [length, 2 * length, 4 * length]
      : [length, length + 2, length + 4];
  const times = sizes.map((size) => timed(expression, pumped(pump, size), 2));
  return { pump, sizes, times, steep: steep && times[2] > 6 * times[0] };
}

/** Where the time for a text begins to grow faster than the text; undefined where it does not. */
function steepFrom(expression, pump) {
  if (pump === undefined) return undefined;
  const perCharacter = (length) => timed(expression, pumped(pump, length)) / length;
  const usual = perCharacter(3_000);
  return [12_000, 50_000, 200_000].find((length) => {
    const now = perCharacter(length);
    // A second time: whatever else the machine does at the moment looks like growth too.
    return [now, perCharacter(length)].every(
      (one) => one * length > LONG && one > 3 * usual && one > 2 * perCharacter(length / 4),
    );
  });
}

/** A table of the slowest, and one of those that do not grow in proportion. */
export async function expressionTimes() {
  const seen = new Map(expressions().map((one) => [`${one.file} ${one.expression}`, one]));
  const rows = [...seen.values()].flatMap(({ file, expression }) => {
    const growth = growthOf(expression);
    if (growth === undefined) return [];
    const { pump, sizes, times, steep } = growth;
    return [
      {
        steep,
        file,
        expression: String(expression),
        text: JSON.stringify(`${pump.before}(${pump.pump})…${pump.behind}`),
        characters: sizes.join(", "),
        ms: times.map((ms) => ms.toFixed(1)).join(", "),
        growth: (sizes[0] * 2 === sizes[1] ? Math.sqrt(times[2] / times[0]) : times[1] / times[0]).toFixed(1),
        ...(SHORT.has(String(expression)) && { because: SHORT.get(String(expression)) }),
        slowest: times[2],
      },
    ];
  });
  const shown = (some) =>
    some.sort((a, b) => b.slowest - a.slowest).map(({ steep: _steep, slowest: _slowest, ...cells }) => cells);
  const bad = rows.filter(({ steep, expression }) => steep && !SHORT.has(expression));
  if (bad.length > 0) process.exitCode = 1;
  const tables = {
    [`${rows.length} expressions; the slowest of those that grow in proportion:`]: shown(
      rows.filter(({ steep }) => !steep),
    ).slice(0, 10),
    "Not in proportion, but only given short texts:": shown(
      rows.filter(({ steep, expression }) => steep && SHORT.has(expression)),
    ),
    "Not in proportion, which must be mended:": shown(bad),
  };
  return Object.fromEntries(Object.entries(tables).filter(([, table]) => table.length > 0));
}
