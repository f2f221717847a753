/** Local or session storage. A browser may forbid either. */
function storage(of: "local" | "session"): Storage | undefined {
  try {
    return of === "local" ? localStorage : sessionStorage;
  } catch {
    return undefined;
  }
}

/** Preferences that the browser keeps between visits. Never secrets. */
export const loadPreference = (name: string): string | undefined =>
  storage("local")?.getItem(`pilothouse.${name}`) ?? undefined;

/** If storage is forbidden, the choice lasts as long as the page. */
export const savePreference = (name: string, value: string): void =>
  put(storage("local"), `pilothouse.${name}`, value);

const TOKEN = "pilothouse.token";

/** The token, for this tab and origin only: it survives a reload, but not a closed tab. */
export const loadToken = (): string | undefined => storage("session")?.getItem(TOKEN) ?? undefined;

export const saveToken = (token: string | undefined): void =>
  token === undefined ? storage("session")?.removeItem(TOKEN) : put(storage("session"), TOKEN, token);

const RESTORING = "pilothouse.restoring";
/** A restore takes seconds; a certificate that has to be accepted first, minutes. */
const LONGEST_RESTORE_MS = 600_000;

/** A backup is being restored, which ends the session. Known after a reload too. */
export const saveRestoring = (): void => put(storage("session"), RESTORING, String(Date.now()));
export const forgetRestoring = (): void => storage("session")?.removeItem(RESTORING);
export const isRestoring = (): boolean =>
  Date.now() - Number(storage("session")?.getItem(RESTORING) ?? 0) < LONGEST_RESTORE_MS;

function put(where: Storage | undefined, name: string, value: string): void {
  try {
    where?.setItem(name, value);
  } catch {
    // Full, or forbidden.
  }
}
