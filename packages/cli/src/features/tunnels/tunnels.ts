import { existsSync, writeFileSync } from "node:fs";
import {
  type Params,
  type Result,
  TUNNEL_OPTIONS,
  type TunnelEntry,
  type TunnelPlanEntry,
} from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { call } from "../../remote/call.js";
import { assignments } from "../../remote/names.js";
import { type Connection, withClient } from "../../remote/session.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { cell } from "../../terminal/output.js";
import { readBytes } from "../../terminal/questions.js";
import { harmless } from "../../terminal/style.js";
import { meant } from "../../terminal/suggest.js";

interface Options {
  readonly dryRun?: true;
  readonly open?: true;
}

const EXTENSION = { what: "tunnels" };
/** The router may be restarted twice: for a change, and to put it back. */
const CHANGE_MS = 180_000;
const LARGEST_KEY = 6_000;

const ask = (where: Context | Connection, params: object): Promise<Result<"pilothouse.tunnels">> =>
  call(where, "pilothouse.tunnels", params as Params<"pilothouse.tunnels">, {
    ...EXTENSION,
    timeout: CHANGE_MS,
  });

export async function tunnelList(context: Context): Promise<void> {
  const { tunnels } = await ask(context, {});
  context.out.result(tunnels.map(plain), () => listText(context, tunnels));
}

const listText = ({ out }: Context, tunnels: readonly TunnelEntry[]): string =>
  out.table(tunnels.map(row), ["name", "type", "state", "at", "leads to", "address"], "there are no tunnels");

const plain = ({ options, ...tunnel }: TunnelEntry) => ({ ...tunnel, options: Object.fromEntries(options) });

function row({ name, type, state, foreign, address, server, options }: TunnelEntry): string[] {
  const of = (option: string) => options.get(option) ?? "";
  const listens = of("Port") && `${options.get("ReachableBy") ?? "127.0.0.1"}:${of("Port")}`;
  const leads = server ? `${of("TargetHost") || "127.0.0.1"}:${of("TargetPort")}` : of("TargetDestination");
  const shown = foreign === null ? state : `${state}, of ${foreign}`;
  return [name, type, shown, listens, shortened(leads), address ?? ""].map(cell);
}

/** A whole destination has hundreds of characters. */
const shortened = (text: string): string => (text.length > 70 ? `${text.slice(0, 20)}…` : text);

export async function tunnelShow(context: Context, [name]: [string]): Promise<void> {
  const { tunnels } = await ask(context, {});
  const tunnel = named(tunnels, name);
  const { options, traffic, open, server: _server, ...rest } = tunnel;
  const lines = [
    ...Object.entries(rest).filter(([, value]) => value !== null),
    ...(open ? [["open", "others than this machine can reach its port"]] : []),
    ...(traffic === null ? [] : Object.entries(traffic).map(([way, bytes]) => [`bytes ${way}`, bytes])),
    ...options,
  ];
  context.out.result(plain(tunnel), () =>
    lines.map(([key, value]) => harmless(`${key}: ${value}`)).join("\n"),
  );
}

function named(tunnels: readonly TunnelEntry[], name: string): TunnelEntry {
  const found = tunnels.find((one) => one.name === name);
  if (found !== undefined) return found;
  const hint = meant(
    name,
    tunnels.map((one) => one.name),
  );
  throw new Complaint([`there is no tunnel ${JSON.stringify(name)}`, hint].filter(Boolean).join("; "));
}

export const tunnelCreate = (
  context: Context,
  [name, typed]: [string, readonly string[]],
  options: Options,
) => change(context, [{ action: "create", name, options: optionsIn(typed) }], options);

export const tunnelEdit = (
  context: Context,
  [name, typed]: [string, readonly string[]],
  { rename, ...options }: Options & { readonly rename?: string },
) => {
  if (typed.length === 0 && rename === undefined)
    throw new Complaint("nothing to change: give option=value, or --rename", EXIT.usage);
  const set = Object.entries(optionsIn(typed)).map(([option, value]) => [
    option,
    value === "" ? null : value,
  ]);
  const edit = { action: "edit", name, options: Object.fromEntries(set) };
  return change(context, [{ ...edit, ...(rename !== undefined && { newName: rename }) }], options);
};

export const tunnelAct =
  (action: "start" | "stop" | "restart" | "adopt") =>
  (context: Context, [names]: [readonly string[]], options: Options) =>
    change(
      context,
      names.map((name) => ({ action, name })),
      options,
    );

export const tunnelDelete = (
  context: Context,
  [names]: [readonly string[]],
  { forgetKey, ...options }: Options & { readonly forgetKey?: true },
) =>
  change(
    context,
    names.map((name) => ({ action: "delete", name, ...(forgetKey && { forgetKey }) })),
    options,
    forgetKey && "Whoever forgets a key can never have its address again.",
  );

export const tunnelImport = (
  context: Context,
  [name, file, typed]: [string, string, readonly string[]],
  options: Options,
) => {
  const bytes = readBytes(file);
  if (bytes.length > LARGEST_KEY) throw new Complaint(`${file} is no key file: it is too large`);
  const key = bytes.toString("base64");
  return change(context, [{ action: "create", name, options: optionsIn(typed), key }], options);
};

export async function tunnelExport(context: Context, [name, file]: [string, string]): Promise<void> {
  // It may be the only copy of another key.
  if (existsSync(file)) throw new Complaint(`${file} is there already: name another file`, EXIT.usage);
  const { key, address } = await withClient(context, async (connection) => {
    const { client, signal } = connection;
    if (context.common.local) return call(connection, "pilothouse.tunnelKey", { name }, EXTENSION);
    // Logs in where that is needed, before the password is asked for once more.
    await client.echo("", { signal });
    const password = await context.ask.password("Password of the service");
    return call(connection, "pilothouse.tunnelKey", { name, password }, EXTENSION);
  });
  try {
    writeFileSync(file, Buffer.from(key, "base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new Complaint(`${file} was not written: ${(error as Error).message}`);
  }
  context.out.result(
    { name, address, file },
    () => `The key of ${cell(address ?? name)} is in ${cell(file)}.`,
  );
}

/** By any case of their names. */
function optionsIn(typed: readonly string[]): { readonly [option: string]: string } {
  const names = Object.keys(TUNNEL_OPTIONS);
  return assignments(typed, (name) => {
    const found = names.find((one) => one.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return found;
    const hint = meant(name, names);
    throw new Complaint([`${name} is no option of a tunnel`, hint].filter(Boolean).join("; "), EXIT.usage);
  });
}

/** Shows what it comes to, asks where something is interrupted or to be known, and does what was shown. */
async function change(
  context: Context,
  changes: readonly object[],
  { dryRun, open }: Options,
  warning?: string | false,
): Promise<void> {
  const { out, ask: questions } = context;
  const asked = { changes, ...(open && { open }) };
  await withClient(context, async (connection) => {
    const { plan, mark } = await ask(connection, { ...asked, preview: true });
    if (plan === null || mark === null) throw new Complaint("the service showed no plan");
    const lines = planLines(plan);
    if (!out.json) for (const line of lines) out.note(harmless(line));
    if (dryRun) return out.result({ plan, saved: false }, () => "Nothing was changed (--dry-run).");
    if (warning) out.note(warning);
    if (lines.length > 0 || warning) await questions.agree("Do it?");
    const { tunnels, saved } = await ask(connection, { ...asked, mark });
    out.result({ plan, saved, tunnels: tunnels.map(plain) }, () => listText(context, tunnels));
  });
}

function planLines({ interruptsForMs, interrupted, files, warnings }: TunnelPlanEntry): string[] {
  const seconds = Math.ceil((interruptsForMs ?? 0) / 1_000);
  const others = interrupted.length === 0 ? "" : `, and these tunnels with it: ${interrupted.join(", ")}`;
  return [
    ...(interruptsForMs === null ? [] : [`The router is interrupted for about ${seconds} s${others}.`]),
    ...files.map(({ path, becomes }) => `${becomes === null ? "Removes" : "Writes"} ${path}.`),
    ...warnings.map((one) => `${one}.`),
  ];
}
