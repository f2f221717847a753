import { API_VERSION, openRpc } from "@pilothouse/protocol";
import type { Auth } from "../../auth/auth.js";
import type { WebApps } from "../../web-apps.js";
import type { Handlers } from "../answer.js";

interface Parts {
  readonly auth: Auth;
  readonly webApps: WebApps;
  readonly version: string;
}

/** The methods that concern the service itself rather than the router. */
export const serviceHandlers = ({
  auth,
  webApps,
  version,
}: Parts): Pick<
  Handlers,
  "Authenticate" | "Echo" | "ServiceControl" | "rpc.discover" | "pilothouse.logout" | "pilothouse.webapps"
> => ({
  async Authenticate({ Password }, { peer, note }) {
    try {
      return { API: API_VERSION, Token: await auth.login(Password, peer.address) };
    } catch (error) {
      note("login refused");
      throw error;
    }
  },

  Echo: ({ Echo }) => ({ Result: Echo }),

  async ServiceControl({ "svccontrol.password": password }, { note }) {
    if (password === undefined) return { SettingsSaved: false };
    await auth.changePassword(password);
    note("password changed; all tokens revoked");
    return { "svccontrol.password": null, SettingsSaved: true };
  },

  "rpc.discover": () => openRpc(version),

  async "pilothouse.logout"(_params, { session, note }) {
    if (session !== undefined) await auth.tokens.revoke(session);
    note("logged out");
    return { Revoked: true };
  },

  async "pilothouse.webapps"({ name, ...change }, { note }) {
    if (name !== undefined) {
      await webApps.change(name, change);
      note("web application switched", { name, ...change });
    }
    return { applications: webApps.list() };
  },
});
