import { CHECKS } from "../checks/index.js";
import { type ReferenceOptions, ReferenceServer } from "../reference/server.js";
import { type Run, Runner } from "../run/runner.js";
import { DEFAULTS, type Target } from "../run/target.js";

/** Long enough to be seen, short enough to be waited for. */
export const TOKEN_LIFETIME = 1_000;

export const targetOf = (server: ReferenceServer, over: Partial<Target> = {}): Target => ({
  ...DEFAULTS,
  url: new URL(server.url),
  password: server.state.password,
  settle: 100,
  allowed: { writes: true, restart: true, shutdown: true, update: true, passwordChange: true },
  ...over,
});

/** Runs checks against a server of its own. */
export async function judged(
  options: ReferenceOptions,
  ids: readonly string[] | undefined,
  over: Partial<Target> = {},
): Promise<Run> {
  const server = await new ReferenceServer(options).start();
  try {
    const checks = ids === undefined ? CHECKS : CHECKS.filter(({ id }) => ids.includes(id));
    return await new Runner(targetOf(server, over), checks).run();
  } finally {
    await server.stop();
  }
}
