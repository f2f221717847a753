import { API_VERSION, badKey, PROGRAM_TOKEN_LIFE, RpcError, reason } from "@pilothouse/protocol";
import type { Audit } from "../../audit/audit.js";
import { changesBetween } from "../../audit/changes.js";
import type { Auth } from "../../auth/auth.js";
import { isFromLoopback } from "../../auth/guessing/address.js";
import { holderOf, type Session, sessionId } from "../../auth/sessions/session.js";
import type { Handlers } from "../../rpc/answer.js";
import { actorOf, type Call } from "../../rpc/call.js";

interface Parts {
  readonly auth: Auth;
  readonly audit: Audit;
  readonly passwdCommand: string;
}

/** Who gets in: the password, sessions, and tokens of programs. */
export const accessHandlers = ({
  auth,
  audit,
  passwdCommand,
}: Parts): Pick<
  Handlers,
  | "Authenticate"
  | "ServiceControl"
  | "pilothouse.logout"
  | "pilothouse.sessions"
  | "pilothouse.tokens"
  | "pilothouse.createToken"
  | "pilothouse.password"
  | "pilothouse.setup"
> => ({
  async Authenticate({ Password, User }, call) {
    const { peer } = call;
    try {
      const { token, session } = await auth.login(Password, peer, User);
      const actor = { address: actorOf(peer), session: sessionId(session), name: holderOf(session) };
      await call.record(actor, { action: "login", outcome: "ok" });
      return { API: API_VERSION, Token: token };
    } catch (error) {
      // Recorded by audit.refused, which counts many of them as one.
      call.changesNothing();
      audit.refused({ address: actorOf(peer) }, error instanceof RpcError ? error.kind : "internal");
      throw error;
    }
  },

  async ServiceControl({ "svccontrol.password": password }, call) {
    if (password === undefined) return { SettingsSaved: false };
    await call.audited("password change", () => auth.changePassword(password, call));
    call.endsItself();
    return { "svccontrol.password": null, SettingsSaved: true };
  },

  async "pilothouse.password"({ password, current, keepTokens = false }, call) {
    await call.audited("password change", async () => {
      if (current !== undefined) await auth.requirePassword(current, call.peer);
      await auth.changePassword(password, call, { keepTokens });
    });
    call.endsItself();
    return { Changed: true };
  },

  "pilothouse.setup": (_params, { peer }) => ({
    choosePassword: auth.mustChoosePassword(peer),
    ...(auth.rules.accounts?.exist && { accounts: true }),
    // It may name a directory, which is nobody's business elsewhere.
    ...(isFromLoopback(peer) && { passwd: passwdCommand }),
  }),

  async "pilothouse.logout"({ after }, call) {
    const { session } = call;
    if (after !== undefined) {
      if (session !== undefined) auth.tokens.leave(session, after * 1_000);
      call.changesNothing();
      return { Revoked: false };
    }
    if (session === undefined) call.changesNothing();
    else await call.audited("logout", () => auth.tokens.logOut(session, call.sessionSignal));
    call.endsItself();
    return { Revoked: true };
  },

  async "pilothouse.sessions"({ revoke, revokeOthers = false, rename, name }, call) {
    if (rename !== undefined && name !== undefined) await renameSession(auth, rename, name, call);
    else if (rename !== undefined || name !== undefined)
      throw new RpcError(
        "invalidParams",
        "rename and name want each other: the id of a session, and its new name",
      );
    if (revoke !== undefined)
      await call.audited("session revoked", async (changed) => {
        const found = sessionOf(auth, "revoke", revoke);
        await auth.tokens.revoke(found, call.sessionSignal);
        changed([{ name: "session", old: revoke, new: null }]);
      });
    if (revokeOthers)
      await call.audited("other sessions revoked", async (changed) => {
        const ended: Session[] = [];
        await auth.tokens.revokeEach(() => {
          ended.push(...auth.tokens.sessions().filter((session) => session !== call.session));
          return ended;
        }, call.sessionSignal);
        const names = new Map(ended.map((session) => [sessionId(session), session.name]));
        changed(changesBetween(names, new Map()));
      });
    return {
      sessions: auth.tokens.sessions().map((session) => ({
        id: sessionId(session),
        name: holderOf(session),
        issued: session.issued,
        used: session.used ?? session.issued,
        expires: session.expires,
        address: session.address,
        current: session === call.session,
      })),
    };
  },

  async "pilothouse.tokens"({ revoke }, call) {
    if (revoke !== undefined)
      await call.audited("token revoked", async (changed) => {
        const found = auth.tokens.programs().find((token) => token.name === revoke);
        if (found === undefined) throw badKey("revoke", reason("token.gone"));
        await auth.tokens.revoke(found, call.sessionSignal);
        changed([{ name: revoke, old: found.scope, new: null }]);
      });
    return {
      tokens: auth.tokens.programs().map((token) => ({
        name: token.name,
        id: sessionId(token),
        scope: token.scope,
        issued: token.issued,
        used: token.used ?? null,
        expires: token.expires,
      })),
    };
  },

  "pilothouse.createToken": ({ name, scope, lifetime = PROGRAM_TOKEN_LIFE }, call) =>
    call.audited("token created", async (changed) => {
      const { address } = call.peer;
      const { factory = false, person } = call.session ?? {};
      const wanted = { name, scope, lifetimeMs: lifetime, address, factory, person };
      const { token, session } = await auth.tokens.issueForProgram(wanted, call.sessionSignal);
      changed([{ name, old: null, new: scope }]);
      return { Token: token, expires: session.expires };
    }),
});

const renameSession = (auth: Auth, id: string, name: string, call: Call): Promise<void> =>
  call.audited("session renamed", async (changed) => {
    const session = sessionOf(auth, "rename", id);
    const { name: old } = session;
    await auth.tokens.rename(session, name, call.sessionSignal);
    changed(old === name ? [] : [{ name: id, old, new: name }]);
  });

function sessionOf(auth: Auth, key: string, id: string): Session {
  const found = auth.tokens.sessions().find((session) => sessionId(session) === id);
  if (found === undefined) throw badKey(key, reason("session.gone"));
  return found;
}
