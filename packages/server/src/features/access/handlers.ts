import { API_VERSION, badKey, PROGRAM_TOKEN_LIFE, RpcError, reason } from "@pilothouse/protocol";
import type { Audit } from "../../audit/audit.js";
import { changesBetween } from "../../audit/changes.js";
import type { Auth } from "../../auth/auth.js";
import { isFromLoopback } from "../../auth/guessing/address.js";
import { holderOf, type Session, sessionId } from "../../auth/sessions/session.js";
import type { Handlers } from "../../rpc/answer.js";
import { actorOf, type Call } from "../../rpc/call.js";
import type { Alongside } from "../../store/store.js";

interface Needs {
  readonly auth: Auth;
  readonly audit: Audit;
  readonly passwdCommand: string;
}

/** Who gets in: the password, sessions, and tokens of programs. */
export const accessHandlers = ({
  auth,
  audit,
  passwdCommand,
}: Needs): Pick<
  Handlers,
  | "Authenticate"
  | "ServiceControl"
  | "pilothouse.logout"
  | "pilothouse.sessions"
  | "pilothouse.tokens"
  | "pilothouse.createToken"
  | "pilothouse.password"
  | "pilothouse.setup"
  | "pilothouse.challenge"
  | "pilothouse.signIn"
> => ({
  async Authenticate({ Password, User, Device }, call) {
    const login = (alongside: Beside) => auth.login(Password, call.peer, User, alongside, Device);
    const { token, device } = await entering(audit, call, login);
    return { API: API_VERSION, Token: token, ...(device !== undefined && { Device: device }) };
  },

  "pilothouse.challenge": ({ device }) => ({ challenge: auth.devices.challenge(device) }),

  async "pilothouse.signIn"(proof, call) {
    const login = (alongside: Beside) => auth.loginByDevice(proof, call.peer, alongside);
    const { token, session } = await entering(audit, call, login);
    return { Token: token, expires: session.expires };
  },

  async ServiceControl({ "svccontrol.password": password }, call) {
    if (password === undefined) return { SettingsSaved: false };
    await call.audited("password change", (_changed, entry) =>
      auth.changePassword(password, call, { alongside: [entry()] }),
    );
    call.endsItself();
    return { "svccontrol.password": null, SettingsSaved: true };
  },

  async "pilothouse.password"({ password, current, keepTokens = false }, call) {
    await call.audited("password change", async (_changed, entry) => {
      if (current !== undefined) await auth.requirePassword(current, call.peer);
      await auth.changePassword(password, call, { keepTokens, alongside: [entry()] });
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

  async "pilothouse.logout"({ after, device }, call) {
    const { session } = call;
    if (after !== undefined) {
      if (session !== undefined) auth.tokens.leave(session, after * 1_000);
      call.changesNothing();
      return { Revoked: false };
    }
    const own = device === undefined ? undefined : auth.devices.find(device);
    if (session === undefined) call.changesNothing();
    else
      await call.audited("logout", (_changed, entry) =>
        auth.tokens.logOut(
          session,
          call.sessionSignal,
          [entry()],
          own?.person === session.person ? own : undefined,
        ),
      );
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
      await call.audited("session revoked", (_changed, entry) => {
        const made = entry([{ name: "session", old: revoke, new: null }]);
        return auth.tokens.revoke(sessionOf(auth, "revoke", revoke), call.sessionSignal, [made]);
      });
    if (revokeOthers)
      await call.audited("other sessions revoked", async (changed, entry) => {
        const ended: Session[] = [];
        const others = () => {
          const own = [call.session?.hash, call.session?.device];
          ended.push(...auth.tokens.sessions().filter(({ hash }) => !own.includes(hash)));
          return ended;
        };
        const details = () =>
          changesBetween(new Map(ended.map((session) => [sessionId(session), session.name])), new Map());
        await auth.tokens.revokeEach(others, call.sessionSignal, [entry(details)]);
        changed(details());
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
        device: auth.devices.has(session),
      })),
    };
  },

  async "pilothouse.tokens"({ revoke }, call) {
    if (revoke !== undefined)
      await call.audited("token revoked", async (_changed, entry) => {
        const found = auth.tokens.programs().find((token) => token.name === revoke);
        if (found === undefined) throw badKey("revoke", reason("token.gone"));
        const made = entry([{ name: revoke, old: found.scope, new: null }]);
        await auth.tokens.revoke(found, call.sessionSignal, [made]);
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
    call.audited("token created", async (_changed, entry) => {
      const { address } = call.peer;
      const { factory = false, person } = call.session ?? {};
      const wanted = { name, scope, lifetimeMs: lifetime, address, factory, person };
      const made = entry([{ name, old: null, new: scope }]);
      const { token, session } = await auth.tokens.issueForProgram(wanted, call.sessionSignal, [made]);
      return { Token: token, expires: session.expires };
    }),
});

type Beside = (session: Session) => readonly Alongside[];

/** A login, on record however it ends. */
async function entering<T>(audit: Audit, call: Call, login: (alongside: Beside) => Promise<T>): Promise<T> {
  const { peer } = call;
  try {
    return await login((session) => {
      const actor = { address: actorOf(peer), session: sessionId(session), name: holderOf(session) };
      return [call.entryOf(actor, { action: "login", outcome: "ok" })];
    });
  } catch (error) {
    // Recorded by audit.refused, which counts many of them as one.
    call.changesNothing();
    audit.refused({ address: actorOf(peer) }, error instanceof RpcError ? error.kind : "internal");
    throw error;
  }
}

const renameSession = (auth: Auth, id: string, name: string, call: Call): Promise<void> =>
  call.audited("session renamed", async (changed, entry) => {
    const session = sessionOf(auth, "rename", id);
    const { name: old } = session;
    const details = old === name ? [] : [{ name: id, old, new: name }];
    await auth.tokens.rename(session, name, call.sessionSignal, [entry(details)]);
    changed(details);
  });

function sessionOf(auth: Auth, key: string, id: string): Session {
  const found = auth.tokens.sessions().find((session) => sessionId(session) === id);
  if (found === undefined) throw badKey(key, reason("session.gone"));
  return found;
}
