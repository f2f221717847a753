import { readFileSync } from "node:fs";
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
  context.out.result(status, () => membershipText(status));
};
