import { useEffect, useRef } from "preact/hooks";
import { loadPreference, savePreference } from "../../state/browser/storage.js";
import { Cell } from "../../state/cell.js";
import { useI18n, useNow } from "../../state/hooks.js";
import { useVerdict } from "../health/use-verdict.js";

const NAME = "messages";

/** Whether browser notifications are switched on. */
export const wanted = new Cell(loadPreference(NAME) === "on");

export const canNotify = (): boolean => "Notification" in globalThis;

/** Asks the browser for permission; resolves to whether it was granted. */
export async function setWanted(on: boolean): Promise<boolean> {
  const given = !on || (await Notification.requestPermission()) === "granted";
  wanted.set(on && given);
  savePreference(NAME, wanted.value ? "on" : "off");
  return given;
}

/** A problem must last this long before you are notified, so that a restart of the service does not count. */
const MIN_DURATION_MS = 15_000;

interface Problem {
  readonly says: string;
  readonly since: number;
  readonly sent: boolean;
}

/** Shows a browser notification when there is a problem and when it is resolved. */
export function BrowserNotifications() {
  const { texts, fill } = useI18n();
  const { severity, says = "", more = "" } = useVerdict() ?? {};
  // The clock is needed only while there is a problem.
  const now = useNow(severity === "error");
  const problem = useRef<Problem | undefined>(undefined);
  useEffect(() => {
    if (severity === undefined || !wanted.value || !canNotify() || Notification.permission !== "granted")
      return;
    const before = problem.current;
    if (severity === "error") {
      const current = before ?? { says, since: now, sent: false };
      const due = !current.sent && now - current.since >= MIN_DURATION_MS;
      if (due) notify(says, more);
      problem.current = due ? { ...current, says, sent: true } : current;
    } else {
      if (before?.sent) notify(fill(texts.health.resolved, { says: before.says }), "");
      problem.current = undefined;
    }
  }, [severity, says, more, now, texts]);
  return null;
}

function notify(title: string, body: string): void {
  const shown = new Notification(`Pilothouse: ${title}`, { body, icon: "./icon.svg", tag: "pilothouse" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
