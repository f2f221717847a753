import { useEffect, useRef } from "preact/hooks";
import { loadPreference, savePreference } from "../../state/browser/storage.js";
import { Cell, useCell } from "../../state/cell.js";
import { useI18n } from "../../state/hooks.js";
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
  const isWanted = useCell(wanted);
  const problem = useRef<Problem | undefined>(undefined);
  useEffect(() => {
    if (severity === undefined || !isWanted || !canNotify() || Notification.permission !== "granted")
      return undefined;
    const before = problem.current;
    if (severity !== "error") {
      if (before?.sent) notify(fill(texts.health.resolved, { says: before.says }), "");
      problem.current = undefined;
      return undefined;
    }
    const current = before ?? { says, since: Date.now(), sent: false };
    problem.current = current;
    if (current.sent) return undefined;
    const send = () => {
      notify(says, more);
      problem.current = { ...current, says, sent: true };
    };
    const timer = setTimeout(send, current.since + MIN_DURATION_MS - Date.now());
    return () => clearTimeout(timer);
  }, [severity, says, more, isWanted, texts]);
  return null;
}

function notify(title: string, body: string): void {
  const shown = new Notification(`Pilothouse: ${title}`, { body, icon: "./icon.svg", tag: "pilothouse" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
