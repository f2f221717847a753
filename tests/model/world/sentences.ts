/** What must hold at a certain step, where that happens. docs/reliability.md lists these after those of every step. */
export const SENTENCES = {
  answer: "A call is answered as the model foretells.",
  error: "Every error has a code, and names what was wrong.",
  audit: "Every change that somebody made is in the audit, with who made it.",
  failedLogin: "A failed login is in the audit.",
  atOnce: "Two changes at once are as if one came after the other.",
  byItself: "What happens by itself is what the model allows.",
  whole: "A change that a kill cuts off is there as a whole or not at all.",
  key: "A tunnel keeps its address: no key is lost, and none is given to another.",
  undo: "Undo of the last change gives the configuration before it, whole.",
  grant: "A revoked or expired token opens nothing from then on.",
  applied:
    "A template is applied if nobody gets in its way, and else as a whole or not at all, but for what was set since.",
  restart: "A restart changes nothing but uptime.",
  queue:
    "A call that waits at a hub is carried out once, when its node is back, or refused if its grant has ended.",
  shown: "A hub soon shows a node as it is.",
  restore: "A restored backup is the state at its time, without the sessions.",
} as const;
