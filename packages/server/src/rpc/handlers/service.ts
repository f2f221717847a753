import { API_VERSION, openRpc, RpcError, type WebApplication } from "@pilothouse/protocol";
import type { Audit } from "../../audit/audit.js";
import { changesBetween } from "../../audit/changes.js";
import type { Auth } from "../../auth/auth.js";
import { sessionId } from "../../auth/tokens.js";
import type { WebApps } from "../../web-apps.js";
import type { Handlers } from "../answer.js";
import { actorOf } from "../call.js";

interface Parts {
  readonly auth: Auth;
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
  auth,
  webApps,
  audit,
  version,
}: Parts): Pick<
  Handlers,
  | "Authenticate"
  | "Echo"
  | "ServiceControl"
  | "rpc.discover"
  | "pilothouse.logout"
  | "pilothouse.webapps"
  | "pilothouse.sessions"
  | "pilothouse.audit"
> => ({
  async Authenticate({ Password }, { peer }) {
    try {
      const { token, session } = await auth.login(Password, peer);
      await audit.add(
        { address: actorOf(peer), session: sessionId(session) },
        { action: "login", outcome: "ok" },
      );
      return { API: API_VERSION, Token: token };
    } catch (error) {
      audit.refused({ address: actorOf(peer) }, error instanceof RpcError ? error.kind : "internal");
      throw error;
    }
  },

  Echo: ({ Echo }) => ({ Result: Echo }),

  async ServiceControl({ "svccontrol.password": password }, call) {
    if (password === undefined) return { SettingsSaved: false };
    await call.onRecord("password change", () => auth.changePassword(password, call));
    call.endsItself();
    return { "svccontrol.password": null, SettingsSaved: true };
  },

  "rpc.discover": () => openRpc(version),

  async "pilothouse.logout"(_params, call) {
    const { session } = call;
    if (session !== undefined) await call.onRecord("logout", () => auth.tokens.revoke(session, call.permit));
    call.endsItself();
    return { Revoked: true };
  },

  async "pilothouse.webapps"({ name, ...change }, call) {
    if (name !== undefined)
      await call.onRecord("web application", async (changed) => {
        const before = switches(webApps.list());
        await webApps.change(name, change, call.permit);
        changed(changesBetween(before, switches(webApps.list())));
      });
    return { applications: webApps.list() };
  },

  async "pilothouse.sessions"({ revoke }, call) {
    if (revoke !== undefined)
      await call.onRecord("session revoked", async (changed) => {
        const found = auth.tokens.open().find((session) => sessionId(session) === revoke);
        if (found === undefined) throw new RpcError("invalidParams", "there is no session of that id");
        await auth.tokens.revoke(found, call.permit);
        changed([{ name: "session", old: revoke, new: null }]);
      });
    return {
      sessions: auth.tokens.open().map((session) => ({
        id: sessionId(session),
        issued: session.issued,
        expires: session.expires,
        address: session.address,
        current: session === call.session,
      })),
    };
  },

  "pilothouse.audit": async ({ before, limit = 100 }) => ({ entries: await audit.read(limit, before) }),
});
