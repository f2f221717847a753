import type { Session } from "@pilothouse/server";

/** How records name the holder of a session: the person, the token, or the hub's own password. */
export const callerName = (session: Session | undefined): string | undefined => {
  if (session === undefined) return undefined;
  const { person, program, name } = session;
  if (program) return person === undefined ? `token ${name}` : `token ${name} of ${person}`;
  return person ?? "admin";
};
