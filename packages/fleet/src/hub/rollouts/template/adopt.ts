import type { Clock } from "@pilothouse/drivers/port";
import { badKey, HIDDEN, hiddenIn, hideSecrets, holdsSecret, RpcError, reason } from "@pilothouse/protocol";
import type { NodeId } from "../../../bus/hub-bus.js";
import { inTurns } from "../../../in-turns.js";
import type { NodeRecord } from "../../../joining/node-record.js";
import { changeDocument, readDocument, UNCHANGED } from "../../../state/documents.js";
import type { FleetState } from "../../../state/state.js";
import type { SeenNode } from "../../view/view.js";
import { wantedSettingsOf } from "./compare.js";
import { parseTemplate } from "./parse.js";
import { type Place, type Template, TemplateError } from "./template.js";

/** The template of the fleet, as it is kept under `template/current`. */
export interface StoredTemplate {
  readonly text: string;
  readonly by: string;
  readonly at: number;
}

export const TEMPLATE_KEY = "template/current";

interface Options {
  readonly state: FleetState;
  readonly clock: Clock;
  /** The nodes that the caller may control. */
  readonly all: readonly SeenNode[];
  /** The revision of the template that is replaced; without it, whichever there is. */
  readonly ifRevision?: number | undefined;
  /** Rejects if these nodes cannot be changed now: then nothing is written. */
  readonly requireFree: (nodes: ReadonlySet<NodeId>) => Promise<void>;
}

/** A text as a new template; what is wrong with it is the caller's mistake. */
export function readTemplate(text: string, key: string): Template {
  try {
    const template = parseTemplate(text);
    requireNoSecrets(template);
    return template;
  } catch (error) {
    throw error instanceof TemplateError ? wrongText(text, key, error) : error;
  }
}

/** The line is among the values, so that an editor can show it. */
function wrongText(text: string, key: string, { message, place, why }: TemplateError): RpcError {
  const says = `is not a good fleet.toml: ${message}`;
  const line = lineOf(text, place);
  return new RpcError("invalidParams", `${key} ${says}`, undefined, {
    key,
    reason: says,
    ...(why && { code: why.code }),
    values: { ...why?.values, ...(line !== undefined && { line }) },
  });
}

/** The document is kept at the hub and shown to everyone who may read. */
function requireNoSecrets(template: Template): void {
  const secret = secretIn(template);
  if (secret !== undefined)
    throw new TemplateError(
      `${secret} holds a secret, which does not belong here: set it on the node`,
      { name: secret },
      reason("toml.secret", { name: secret }),
    );
  for (const { advanced } of template.groups) {
    const name = hiddenIn(advanced);
    if (name !== undefined)
      throw new TemplateError(
        `${name} has ${HIDDEN}, which stands for a secret: leave it out`,
        { name },
        reason("toml.hidden", { name, hidden: HIDDEN }),
      );
  }
}

const secretIn = ({ groups }: Template): string | undefined =>
  groups.flatMap(({ advanced }) => [...advanced]).find((one) => holdsSecret(...one))?.[0];

/** A template that an earlier version took may hold what is now known to be a secret. */
export const shownTemplate = (text: string): string =>
  secretIn(parseTemplate(text)) === undefined ? text : hideSecrets(text);

/**
 * Makes a text the template of the fleet and gives nodes the labels it names. Resolves with the nodes, of those
 * selected, that do not report to have what it wants.
 */
export async function adopt(
  { state, clock, all, ifRevision, requireFree }: Options,
  text: string,
  selected: readonly SeenNode[],
  by: string,
): Promise<readonly NodeId[]> {
  const template = readTemplate(text, "template");
  const byName = new Map(all.map((node) => [node.name, node]));
  const named = [...template.labels.keys(), ...template.groups.flatMap(({ nodes }) => nodes ?? [])];
  const unknown = named.find((name) => !byName.has(name));
  if (unknown !== undefined)
    throw wrongText(
      text,
      "template",
      new TemplateError(
        `it names ${JSON.stringify(unknown)}, and there is no such node`,
        { name: unknown },
        reason("node.unknown", { name: unknown }),
      ),
    );
  const isDue = (node: SeenNode) => (wantedSettingsOf(template, node)?.drift ?? "none") !== "none";
  const due: NodeId[] = [];
  for await (const node of inTurns(selected)) if (isDue(node)) due.push(node.id);
  const requireRevision = (now: StoredTemplate | undefined, revision: number) => {
    if (ifRevision !== undefined && ifRevision !== revision) throw newer(ifRevision, revision, now);
  };
  // That somebody has just applied another is said first: its roll-out is often the one that still runs.
  const revision = (await state.get(TEMPLATE_KEY))?.revision ?? 0;
  requireRevision(await readDocument<StoredTemplate>(state, TEMPLATE_KEY), revision);
  await requireFree(new Set(due));
  await changeDocument<StoredTemplate>(state, TEMPLATE_KEY, (now, at) => {
    requireRevision(now, at);
    return { text, by, at: clock.now() };
  });
  for (const [name, labels] of template.labels)
    await changeDocument<NodeRecord>(state, `node/${byName.get(name)?.id}`, (record) =>
      record === undefined ? UNCHANGED : { ...record, labels },
    );
  return due;
}

const newer = (revision: number, now: number, stored: StoredTemplate | undefined): RpcError => {
  const what = stored && { by: stored.by, names: "fleet.toml", at: new Date(stored.at).toISOString() };
  return badKey("ifRevision", reason("settings.newer", { revision, now, ...what }));
};

const GROUP = /^\s*\[\[\s*group\s*\]\]/;
/** Keys and the names in headers. Each begins where no other goes on: a long line is not searched twice. */
const KEYS = /(?<![\w.-])[\w.-]+(?=["']?\s*[=\]])/g;

/** The line of a place in the text of a fleet.toml, from 1; without one, that of its group. */
function lineOf(text: string, { line, group, name }: Place): number | undefined {
  if (line !== undefined) return line;
  const lines = text.split("\n");
  const headers = lines.flatMap((one, index) => (GROUP.test(one) ? [index] : []));
  const header = group === undefined ? undefined : headers[group];
  const end = header === undefined ? undefined : headers[(group ?? 0) + 1];
  const within = lines.slice(header, end);
  const found = name === undefined ? -1 : within.findIndex((one) => hasName(one, name));
  if (found === -1 && header === undefined) return undefined;
  return (header ?? 0) + Math.max(found, 0) + 1;
}

/** `bw.in` may stand as `network.bw.in = 1`, and as `in = 1` below a header. */
function hasName(line: string, name: string): boolean {
  if (line.trimStart().startsWith("#")) return false;
  const isOf = (key: string) => key === name || key.endsWith(`.${name}`) || name.endsWith(`.${key}`);
  return line.includes(JSON.stringify(name)) || (line.match(KEYS) ?? []).some(isOf);
}
