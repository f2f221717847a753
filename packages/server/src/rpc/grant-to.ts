import type { Grant, Grants } from "../auth/grants.js";
import { holderOf, type Session } from "../auth/sessions/session.js";
import type { Call } from "./call.js";

/** The grant for what a caller orders for later; undefined for one without a session, whose right does not end here. */
export const grantTo = ({ session, scope }: Call, grants: Pick<Grants, "to">): Grant | undefined =>
  session && grants.to(session, scope, nameOf(session));

const nameOf = (session: Session): string =>
  session.program ? `token ${session.name}` : holderOf(session) || "admin";
