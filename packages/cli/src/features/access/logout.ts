import type { Context } from "../../command/context.js";
import { withClient } from "../../remote/session.js";
import { forgetSession } from "../../remote/stored-session.js";

/** Gives the token back and forgets it, and a kept password too. The profile stays. */
export async function logout(context: Context): Promise<void> {
  const { env, out } = context;
  await withClient(context, async ({ client, target, signal }) => {
    const had = client.token !== undefined;
    try {
      await client.logout({ signal });
    } finally {
      // Also when the server cannot be reached: what is forgotten here cannot be stolen here.
      if (target.profile !== undefined) forgetSession(env, target.profile);
    }
    out.result({ url: target.url, loggedOut: had }, () =>
      had ? `Logged out of ${target.url}.` : `You were not logged in to ${target.url}.`,
    );
  });
}
