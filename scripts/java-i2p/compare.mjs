// What the same tests made of a real Java I2P and of the double: the rows in which they differ.

/** An answer without what differs from run to run: ids, tokens, figures, places in a program. */
export function essence(got) {
  const [, head = got, body = ""] = /^(HTTP \d+[^:]*): ?(.*)$/s.exec(got) ?? [];
  const thrown = /Error \d+ ([\w.]+)/.exec(body)?.[1];
  if (thrown !== undefined) return `${head}: ${thrown}`;
  try {
    return `${head}: ${JSON.stringify(withoutFigures(JSON.parse(body)))}`;
  } catch {
    return `${head}: ${body.trim()}`;
  }
}

function withoutFigures(answer) {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  const { result, error } = answer;
  if (error !== undefined) return { error };
  const sorted = Object.entries(result ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    result: Object.fromEntries(
      sorted.map(([key, value]) => [key, key === "Token" ? "…" : typeof value === "number" ? 0 : value]),
    ),
  };
}

/** A check in a report of the kit as it is compared: how it ended and, if it failed, the last answer. */
function ofKit({ outcome, exchanges }) {
  const last = exchanges?.at(-1)?.got;
  return last === undefined ? outcome : `${outcome}, ${essence(last)}`;
}

const byId = ({ checks }) => new Map(checks.map((check) => [check.id, ofKit(check)]));

/** The cases of a contract in a report of the test runner. */
export const casesOf = ({ testResults }) =>
  new Map(
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ title, status, failureMessages }) => [
        title,
        status === "failed" ? `failed: ${failureMessages[0]?.split("\n")[0]}` : status,
      ]),
  );

/** The rows that differ. What only one of them was asked counts too, unless it is left out on purpose. */
export function differing(real, double, isLeftOut = () => false) {
  return [...new Set([...real.keys(), ...double.keys()])]
    .filter((name) => real.get(name) !== double.get(name) && !isLeftOut(real.get(name)))
    .map((name) => ({ name, real: real.get(name) ?? "not there", double: double.get(name) ?? "not there" }));
}

export const differingChecks = (real, double) => differing(byId(real), byId(double));

/** Cases that need a network are not tried with a real router. */
export const differingCases = (real, double) =>
  differing(casesOf(real), casesOf(double), (status) => status === "skipped" || status === "pending");

/** How often each outcome occurs. */
export const counted = (outcomes) => {
  const counts = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};
