import { openRpc, type WebApplication } from "@pilothouse/protocol";
import type { Audit } from "../../audit/audit.js";
import { changesBetween } from "../../audit/changes.js";
import type { AllFeatures } from "../../feature.js";
import type { Handlers } from "../../rpc/answer.js";
import type { WebApps } from "./web-apps.js";

interface Needs extends Pick<AllFeatures["features"], "methods" | "more"> {
  readonly webApps: WebApps;
  readonly audit: Audit;
  readonly version: string;
}

const switches = (applications: readonly WebApplication[]): ReadonlyMap<string, string> =>
  new Map(
    applications.flatMap(({ name, running, autostart }) => [
      [`${name}.running`, String(running)],
      [`${name}.autostart`, String(autostart)],
    ]),
  );

/** The methods that concern the service itself rather than the router. */
export const serviceHandlers = ({
  webApps,
  audit,
  version,
  methods,
  more,
}: Needs): Pick<Handlers, "Echo" | "rpc.discover" | "pilothouse.webapps" | "pilothouse.audit"> => {
  // Made when it is first asked for: the methods are known only when all handlers are there.
  let document: ReturnType<typeof openRpc> | undefined;
  return {
    Echo: ({ Echo }) => ({ Result: Echo }),

    "rpc.discover": () => {
      const further = [...more()].map(([name, { definition }]) => [name, definition] as const);
      document ??= openRpc(version, methods(), further);
      return document;
    },

    async "pilothouse.webapps"({ name, ...change }, call) {
      if (name !== undefined)
        await call.audited("web application", async (changed, entry) => {
          const before = webApps.list();
          const after = before.map((one) => (one.name === name ? { ...one, ...change } : one));
          const details = changesBetween(switches(before), switches(after));
          await webApps.change(name, change, call.sessionSignal, [entry(details)]);
          changed(details);
        });
      return { applications: webApps.list() };
    },

    "pilothouse.audit": async ({ before, limit = 100 }) => ({ entries: await audit.read(limit, before) }),
  };
};
