import { readFileSync } from "node:fs";
import type { Run } from "../../../command/context.js";
import type { SettingFlags } from "../../../local/flags.js";
import { askOwn, dataDirOf } from "../../../remote/own-service.js";
import { requireFit } from "../../../remote/required-fit.js";
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
  requireFit("pilothouse.join", params);
  const status = await askOwn(dataDirOf(context, options), (client, signal) =>
    client.own("pilothouse.join", params, { signal, timeout: JOIN_MS }),
  );
  context.out.result(status, () => membershipText(status));
};
