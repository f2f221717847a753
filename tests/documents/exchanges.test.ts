import { EXCHANGES, methodDefinition, openRpc } from "@pilothouse/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { misfits } from "../support/fits-schema.js";
import { startService } from "../support/service.js";
import { read } from "./documents.js";

/** Examples that cannot be sent to a service with the simulator, and why. */
const NOT_SENT: { readonly [method: string]: string } = {
  Authenticate: "sent with the real password by login",
  "pilothouse.signIn": "wants a signature: tests/blackbox/access/devices.test.ts",
  ServiceControl: "ends the session of the others",
  "pilothouse.password": "the same",
  "pilothouse.join": "needs a hub: tests/fleet",
  "pilothouse.leave": "the same",
  "pilothouse.membership": "the same",
  "pilothouse.backup": "wants the operator's socket or the password: tests/cli/local/backup.test.ts",
  "pilothouse.backupPart": "wants a backup: packages/server/src/features/backup",
  "pilothouse.restoreUpload": "wants somebody who restarts the service: tests/backup/restarted.test.ts",
  "pilothouse.restorePart": "wants an upload: packages/server/src/features/backup",
  "pilothouse.restoreCheck": "wants an upload: packages/server/src/features/backup",
  "pilothouse.restore": "wants an upload: packages/server/src/features/backup",
};

/** Objects whose keys depend on what happened. */
const FREE = new Set(["data", "values"]);

/** Names and kinds of what is answered, without its values. Null may stand for anything, and a list for a longer one. */
function differences(shown: unknown, real: unknown, at: string): string[] {
  if (shown === null || real === null) return [];
  if (Array.isArray(shown) && Array.isArray(real))
    return shown.length > 0 && real.length > 0 ? differences(shown[0], real[0], `${at}[]`) : [];
  if (typeof shown !== typeof real) return [`${at}: ${typeof shown} in the document, ${typeof real} in fact`];
  if (typeof shown !== "object" || FREE.has(at.split(".").at(-1) ?? "")) return [];
  const [ours, theirs] = [shown, real] as { readonly [key: string]: unknown }[];
  const names = new Set([...Object.keys(ours ?? {}), ...Object.keys(theirs ?? {})]);
  return [...names].flatMap((name) =>
    ours?.[name] === undefined || theirs?.[name] === undefined
      ? [`${at}.${name}: only ${ours?.[name] === undefined ? "in fact" : "in the document"}`]
      : differences(ours[name], theirs[name], `${at}.${name}`),
  );
}

describe("The exchanges of docs/protocol.md", () => {
  it("are what a service answers", async () => {
    const { call, login, stop } = await startService();
    onTestFinished(stop);
    const Token = await login();
    const wrong: string[] = [];
    // In the order of the document, with the end of the session last.
    const sent = Object.entries(EXCHANGES).filter(([method]) => NOT_SENT[method] === undefined);
    for (const [method, { params, result }] of sent) {
      const answer = await call(method, {
        ...(methodDefinition(method as never).guard === "open" ? {} : { Token }),
        ...params,
      });
      if (answer.error !== undefined) wrong.push(`${method}: ${JSON.stringify(answer.error)}`);
      else if (method !== "rpc.discover") wrong.push(...differences(result, answer.result, method));
    }
    expect(wrong).toEqual([]);
  });

  it("are there for every method, and fit what rpc.discover says", () => {
    const answers = new Map(
      [...read("docs/protocol.md").matchAll(/^```json\n(.+)\n(.+)\n```$/gm)].map(
        ([, sent = "", got = ""]) => [JSON.parse(sent).method as string, JSON.parse(got).result as unknown],
      ),
    );
    const { methods } = openRpc("0");
    const wrong = methods
      .filter(({ name }) => name !== "rpc.discover")
      .flatMap(({ name, result }) => misfits(result.schema as never, answers.get(name), name));
    expect(methods.filter(({ name }) => !answers.has(name))).toEqual([]);
    expect(wrong).toEqual([]);
  });
});
