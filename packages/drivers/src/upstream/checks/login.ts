import { poisonAdvice, poisonIn } from "@pilothouse/client";
import { type Check, type Finding, ok, problem, SettingsError } from "@pilothouse/system";
import type { Situation } from "../../driver.js";
import { NotPossible, RouterUnavailable, systemClock, type UnavailableReason } from "../../port.js";
import { Upstream } from "../router.js";
import { serverOf } from "../server.js";
import type { ServiceSettings } from "../settings.js";

const ANSWER_MS = 5_000;

const ADVICE: { readonly [R in UnavailableReason]: string } = {
  unreachable: "start that server (Java I2P: the web application jsonrpc)",
  timeout: "see why it does not answer; a restart of the router may help",
  login:
    "put its password into upstream.password_file; if its console asks for a login, set upstream.console_user and upstream.console_password_file",
  certificate: "set upstream.ca or upstream.fingerprint",
  failed: "see the log of the router",
};

/** Whether the server behind ours takes the password that the service would log in with. */
export const upstreamLogin: Check<Situation<ServiceSettings>> = {
  name: "upstream login",
  look: async ({ settings }) => {
    if (settings["upstream.url"] === undefined) return [];
    let router: Upstream;
    try {
      router = new Upstream({
        ...serverOf(settings),
        clock: systemClock,
        log: () => {},
        timeout: ANSWER_MS,
      });
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      return [problem(error.message, "correct it")];
    }
    try {
      return await checkLogin(router);
    } finally {
      await router.close();
    }
  },
};

/** A setting that makes every write fail, which only Java I2P has. */
async function poison(router: Upstream): Promise<Finding[]> {
  const held = await router.settings.all().catch((error: unknown) => {
    if (error instanceof NotPossible) return [];
    throw error;
  });
  const names = poisonIn(held);
  return names.length === 0
    ? []
    : [
        problem(
          poisonAdvice(names),
          "pilothouse advanced set NAME=VALUE, or pilothouse advanced replace FILE",
        ),
      ];
}

async function checkLogin(router: Upstream): Promise<Finding[]> {
  try {
    await router.start();
    const { facts } = await router.read(AbortSignal.timeout(ANSWER_MS));
    return [
      ok(`it takes the password; the router is version ${facts["router.version"] ?? "unknown"}`),
      ...(await poison(router)),
    ];
  } catch (error) {
    if (!(error instanceof RouterUnavailable)) throw error;
    return [problem(error.message, ADVICE[error.reason])];
  }
}
