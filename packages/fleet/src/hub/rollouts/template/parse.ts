import {
  isObject,
  type Labels,
  labels,
  NETWORK_KEYS,
  networkDefinition,
  type Reason,
  type ReasonCode,
  reason,
  reasonAs,
  reasonText,
  type Settings,
  settingName,
  settingValue,
  shown,
  tunnelSettings,
  Unfit,
  type WritableKey,
} from "@pilothouse/protocol";
import { parse, TomlError } from "smol-toml";
import { type Group, type Template, TemplateError } from "./template.js";

const NETWORK = "router.net.";
/** Reading one holds up everybody else, and what it wants is worked out for each node. An import fits into these. */
const MOST_CHARACTERS = 512 * 1024;
const MOST_GROUPS = 2_000;
const MOST_NAMES = 1_000;
const LONGEST_NAME = 255;
const GROUP_KEYS = ["nodes", "labels", "network", "advanced", "tunnels"];

/** Reads a fleet.toml; throws `TemplateError` with what is wrong and where. */
export function parseTemplate(text: string): Template {
  requireAtMost(text.length, MOST_CHARACTERS, "characters", "toml.long");
  const document = parsed(text);
  for (const key of Object.keys(document))
    if (key !== "group" && key !== "nodes")
      throw new TemplateError(
        `there is no ${shown(key)} in a fleet.toml; it has [[group]] and [nodes.NAME]`,
        { name: key },
        noSuch(key, ["group", "nodes"]),
      );
  const groups = document["group"] ?? [];
  if (!Array.isArray(groups))
    throw new TemplateError(
      "write [[group]], with two brackets: there may be several",
      { name: "group" },
      reason("toml.brackets"),
    );
  requireAtMost(groups.length, MOST_GROUPS, "groups", "toml.groups");
  const read = groups.map((group, index) =>
    inGroup(index, () => readGroup(`group ${index + 1}`, table(`group ${index + 1}`, group))),
  );
  const different = (of: "advanced" | "tunnels") =>
    new Set(read.flatMap((group) => [...group[of].keys()])).size;
  requireAtMost(different("advanced"), MOST_NAMES, "different advanced settings", "toml.settings");
  requireAtMost(different("tunnels"), MOST_NAMES, "different options of tunnels", "toml.tunnels");
  return {
    groups: read,
    labels: new Map(
      Object.entries(table("nodes", document["nodes"] ?? {})).map(([name, node]) => [
        name,
        nodeLabels(`nodes.${name}`, table(`nodes.${name}`, node)),
      ]),
    ),
  };
}

function requireAtMost(count: number, most: number, what: string, code: ReasonCode): void {
  if (count > most)
    throw new TemplateError(
      `it has ${count} ${what}, and at most ${most} are possible`,
      {},
      reason(code, { count, most }),
    );
}

function parsed(text: string): { readonly [key: string]: unknown } {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ""] = error.message.split("\n");
    const { line, column } = error;
    throw new TemplateError(
      `line ${line}, column ${column}: ${what}`,
      { line },
      reason("toml.syntax", { text: what.replace(/^Invalid TOML document: /, "") }),
    );
  }
}

function inGroup<T>(group: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new TemplateError(error.message, { ...error.place, group }, error.why);
  }
}

/** What follows the number of a group in the words for a place. */
const lastOf = (where: string) => where.split(": ").at(-1) ?? where;

const noSuch = (name: string, known: readonly string[]): Reason =>
  reason("value.wants", {
    ...reasonAs("wants", reason("wants.choice", { options: known.join(", ") })),
    got: shown(name),
  });

function wanting(where: string, name: string, code: ReasonCode, got: unknown): TemplateError {
  const why = reason("value.wants", { ...reasonAs("wants", reason(code)), got: shown(got) });
  return new TemplateError(
    `${where} ${reasonText(why)}`,
    { name },
    reason("value.inSetting", { name, ...reasonAs("why", why) }),
  );
}

function table(where: string, value: unknown): { readonly [key: string]: unknown } {
  if (isObject(value) && !(value instanceof Date)) return value;
  throw wanting(where, lastOf(where), "wants.table", value);
}

function readGroup(where: string, group: { readonly [key: string]: unknown }): Group {
  for (const key of Object.keys(group))
    if (!GROUP_KEYS.includes(key))
      throw new TemplateError(
        `${where} has ${shown(key)}; a group has ${GROUP_KEYS.join(", ")}`,
        { name: key },
        noSuch(key, GROUP_KEYS),
      );
  return {
    nodes: names(`${where}: nodes`, group["nodes"]),
    labels: readLabels(`${where}: labels`, group["labels"] ?? {}),
    network: readNetwork(`${where}: network`, group["network"] ?? {}),
    advanced: readAdvanced(`${where}: advanced`, group["advanced"] ?? {}),
    tunnels: readTunnels(`${where}: tunnels`, group["tunnels"] ?? {}),
  };
}

function names(where: string, value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value as string[];
  throw wanting(where, lastOf(where), "wants.names", value);
}

function nodeLabels(where: string, node: { readonly [key: string]: unknown }): Labels {
  for (const key of Object.keys(node))
    if (key !== "labels")
      throw new TemplateError(
        `${where} has ${shown(key)}; a node has labels`,
        { name: key },
        noSuch(key, ["labels"]),
      );
  return readLabels(`${where}: labels`, node["labels"] ?? {});
}

function readLabels(where: string, value: unknown): Labels {
  return fitting(where, { name: lastOf(where) }, () => labels.read(value));
}

/** `bw.in = 1` makes a table in a table; the names are put together again. */
function* flat(where: string, value: unknown, prefix = ""): Iterable<readonly [string, string]> {
  for (const [key, one] of Object.entries(table(where, value))) {
    const name = `${prefix}${key}`;
    if (name.length > LONGEST_NAME)
      throw new TemplateError(
        `${where}: ${shown(name)} is longer than ${LONGEST_NAME} characters`,
        { name },
        reason("value.long", { most: LONGEST_NAME }),
      );
    if (isObject(one) && !(one instanceof Date)) yield* flat(where, one, `${name}.`);
    else if (typeof one === "string" || typeof one === "boolean" || typeof one === "bigint")
      yield [name, `${one}`];
    else if (typeof one === "number") yield [name, `${one}`];
    else throw wanting(`${where}: ${name}`, name, "wants.plain", one);
  }
}

/** By the names of the interface, with or without `router.net.` before them. */
function readNetwork(where: string, value: unknown): ReadonlyMap<WritableKey, string> {
  const read = new Map<WritableKey, string>();
  for (const [name, given] of flat(where, value)) {
    const key = NETWORK_KEYS.find((one) => one === name || one === `${NETWORK}${name}`);
    if (key === undefined) {
      const known = NETWORK_KEYS.filter((one) => !networkDefinition(one).readOnly).map((one) =>
        one.slice(NETWORK.length),
      );
      throw new TemplateError(
        `${where}: there is no network setting ${name}; there are ${known.join(", ")}`,
        { name },
        noSuch(name, known),
      );
    }
    if (networkDefinition(key).readOnly)
      throw new TemplateError(
        `${where}: ${name} can only be read`,
        { name },
        reason("toml.readOnly", { name }),
      );
    fitting(`${where}: ${name}`, { name }, () => networkDefinition(key).type.read(given));
    read.set(key as WritableKey, given);
  }
  return read;
}

function readAdvanced(where: string, value: unknown): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const [name, given] of flat(where, value)) {
    fitting(`${where}: ${shown(name)}`, { name }, () => settingName.read(name));
    fitting(`${where}: ${name}`, { name }, () => settingValue.read(given));
    read.set(name, given);
  }
  return read;
}

/** By the name of the tunnel and its option. */
function readTunnels(where: string, value: unknown): Settings {
  const read = new Map<string, string>();
  for (const [name, given] of flat(where, value)) {
    fitting(where, { name }, () => tunnelSettings().read({ [name]: given }));
    read.set(name, given);
  }
  return read;
}

function fitting<T>(where: string, place: { readonly name: string }, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    const { why, message } = error;
    const coded = typeof why === "object" && reason("value.inSetting", { ...place, ...reasonAs("why", why) });
    throw new TemplateError(`${where} ${message}`, place, coded || undefined);
  }
}
