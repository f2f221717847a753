import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Switch } from "../../parts/field.js";
import { Notice } from "../../parts/notice.js";
import { useCell } from "../../state/cell.js";
import { usePageTexts } from "../../state/page-texts.js";
import { canNotify, setWanted, wanted } from "./browser.js";

/** Switches browser notifications, which work while the page is open. */
export function BrowserCard() {
  const { notifications: words } = usePageTexts();
  const on = useCell(wanted);
  const [denied, setDenied] = useState(!canNotify() || Notification.permission === "denied");
  const toggle = async (next: boolean) => setDenied(!(await setWanted(next)));
  return (
    <Card title={words.browser} about={words.browserMore}>
      {canNotify() && <Switch label={words.browserOn} on={on} onSwitch={(next) => void toggle(next)} />}
      {denied && <Notice tone="warning">{words.browserDenied}</Notice>}
    </Card>
  );
}
