import { STATE_REASONS } from "@pilothouse/protocol";
import type { ReasonTexts } from "./reason-texts.js";

/** As the service says them, except where its text follows the name of a parameter or quotes the router. */
export const reasons: ReasonTexts = {
  ...STATE_REASONS,
  "router.says": "The router says: “{text}”",
  "password.short": "The password needs at least {least} characters",
  "password.long": "The password can have at most {most} characters",
  "password.common": "This password is among the first that are tried: choose another",
  "password.factory": "The factory password cannot be set again: choose another",
  "scope.needed": "{what} needs the scope “{scope}”",
  "token.nameTaken": "This name is in use; revoke the token of that name first, or choose another name",
  "token.gone": "There is no such token any more",
  "session.gone": "There is no such session any more",
  "service.incident": "Incident {number}; the service's log says why",
  "stat.unknown": "This statistic is unknown; there are {names}",
  "change.gone": "Change {id} is not kept any more",
  "setting.elsewhere": "It is set by {where}, which counts: change it there, or remove it there first",
  "node.unknown": "There is no node {name} in the fleet",
};
