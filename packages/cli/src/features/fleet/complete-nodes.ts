import { connect, httpLink, readRows } from "@pilothouse/client";
import { FLEET_METHODS, type Result } from "@pilothouse/protocol";
import type { Candidate, Here } from "../../command/hooks.js";
import { AGENT } from "../../remote/session.js";
import { loadSession } from "../../remote/stored-session.js";
import { findTarget } from "../../remote/target/target.js";

/** Somebody waits at a prompt. */
const LONGEST_MS = 1_000;

/**
 * The nodes of a hub as `HUB/NODE`. Only with the session that the profile has: nobody can be asked for a password
 * here. Without an answer there is nothing to complete, and nothing to say.
 */
export async function nodesOf(here: Here, hub: string, part: string): Promise<readonly Candidate[]> {
  try {
    const target = findTarget({ ...here, common: { profile: hub } });
    const token = here.env["PILOTHOUSE_TOKEN"] || loadSession(here.env, hub).token;
    if (target === undefined || token === undefined) return [];
    const client = connect(httpLink(target.url, { ...target.trust, headers: AGENT }), {
      dialect: "svc",
      token,
    });
    try {
      const asked = { columns: ["name", "state"], ...(part && { filter: part }) };
      const answered = await client.call("fleet.nodes", asked, { timeout: LONGEST_MS });
      const { columns } = readRows(FLEET_METHODS["fleet.nodes"].result, answered) as Result<"fleet.nodes">;
      return (columns.name ?? []).map((name, row) => ({
        value: `${hub}/${name}`,
        description: columns.state?.[row] ?? "",
      }));
    } finally {
      client.close();
    }
  } catch {
    return [];
  }
}
