import { lastingServices } from "./tunnels.js";
import type { Views } from "./views.js";

type Listed = readonly { readonly [name: string]: unknown }[];

/** All that a service shows that does not end with its process, as text. */
export async function lasting(views: Views) {
  const { getAll } = await views.result("AdvancedSettings", { getAll: null });
  const { changes } = await views.result("pilothouse.changes", { limit: 4 });
  const { settings } = await views.result("pilothouse.settings");
  const { tokens } = await views.result("pilothouse.tokens");
  const { sessions } = await views.result("pilothouse.sessions");
  const { entries } = await views.result("pilothouse.audit", { limit: 4 });
  // `used` is when it was used last, and is stored now and then.
  const named = (list: unknown) =>
    (list as Listed).map(({ used: _used, current: _current, ...rest }) => rest);
  return {
    settings: JSON.stringify(getAll),
    changes: JSON.stringify(changes),
    services: await lastingServices(views),
    own: JSON.stringify(settings),
    tokens: JSON.stringify(named(tokens)),
    sessions: JSON.stringify(named(sessions)),
    audit: JSON.stringify(entries),
  };
}

export type Lasting = Awaited<ReturnType<typeof lasting>>;
