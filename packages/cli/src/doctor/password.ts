import { ClientError, connect, httpLink } from "@pilothouse/client";
import { FACTORY_PASSWORD } from "@pilothouse/protocol";
import { storedPasswordIsFactory } from "@pilothouse/server";
import { type Check, type Finding, ok, problem, warning } from "@pilothouse/system";
import type { RunningService, Situation } from "./situation.js";
import { damagedWithoutSuccessor, wasCutShort } from "./store.js";

const CHOOSE = "choose a password with pilothouse passwd --local";

export const password: Check<Situation> = {
  name: "password",
  look: async ({ settings, service }) => {
    const file = settings["auth.password_file"];
    if (service !== undefined) return judge(await askService(service), settings);
    if (wasCutShort(settings.data_dir)) return judge("the store waits for the next start", settings);
    if (damagedWithoutSuccessor(settings.data_dir) !== undefined)
      return judge("the store is damaged", settings);
    const factory = storedPasswordIsFactory(settings.data_dir);
    if (factory && file !== undefined) return [ok(`the next start takes the first password from ${file}`)];
    return judge(factory, settings);
  },
};

/** Whether the factory password is in force, or why that cannot be told. */
type Factory = boolean | string;

function judge(factory: Factory, settings: Situation["settings"]): readonly Finding[] {
  const allowed = settings["auth.allow_factory_password"];
  if (typeof factory === "string")
    return [warning(`whether the factory password is in force cannot be told: ${factory}`, CHOOSE)];
  if (factory)
    return [
      problem(
        allowed
          ? "the factory password, which everyone knows, opens everything (auth.allow_factory_password)"
          : "the factory password is in force: whoever comes first can choose another",
        allowed ? `${CHOOSE}; and set auth.allow_factory_password = false` : CHOOSE,
      ),
    ];
  return [
    allowed
      ? warning(
          "a password was chosen, but a new store would be open to everyone (auth.allow_factory_password)",
          "set auth.allow_factory_password = false",
        )
      : ok("the factory password is no longer in force"),
  ];
}

const ANSWER_MS = 10_000;

/** One login at the service itself, which has proved by its certificate that it is the one meant. */
async function askService({ https }: RunningService): Promise<Factory> {
  if (https === undefined) return "the running service has no HTTPS endpoint with the known certificate";
  const { url, fingerprint } = https;
  const client = connect(httpLink(url, { fingerprint }), { timeout: ANSWER_MS });
  try {
    await client.login(FACTORY_PASSWORD);
    await client.logout().catch(() => {});
    return true;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return error.name === "wrongPassword" ? false : error.message;
  } finally {
    client.close();
  }
}
