import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { nameFrom, nameLike } from "@pilothouse/fleet/node";
import type { Result } from "@pilothouse/protocol";
import type { Run } from "../../../command/context.js";
import type { SettingFlags } from "../../../local/flags.js";
import { call } from "../../../remote/call.js";
import { localContext } from "../../../remote/session.js";
import { membershipText } from "./membership.js";

/** The service asks the hub several times, and each may take a while. */
const JOIN_MS = 90_000;

export const join: Run<[string], SettingFlags & { readonly name?: string }> = async (
  context,
  [given],
  options,
) => {
  const token = given === "-" ? readFileSync(0, "utf8").trim() : given;
  const { name } = options;
  const params = { token, ...(name !== undefined && { name }) };
  const here = localContext(context, options);
  const status = await call(here, "pilothouse.join", params, { timeout: JOIN_MS });
  const asked = name ?? nameFrom(hostname());
  context.out.result(status, () => [membershipText(status), ...whyNumbered(status, asked)].join("\n"));
};

/** Why the fleet calls a node otherwise than it has asked. */
function whyNumbered({ state, name }: Result<"pilothouse.join">, asked: string): readonly string[] {
  const number = /-(\d+)$/.exec(name ?? "")?.[1];
  if (state !== "connected" || name === asked || name !== nameLike(asked, Number(number))) return [];
  return [
    `Another node of the fleet is called ${asked}. To give this one a name of your choice, at the hub: pilothouse fleet rename ${name} NAME`,
  ];
}
