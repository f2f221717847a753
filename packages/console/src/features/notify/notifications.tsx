import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Switch } from "../../parts/field.js";
import { Failure, Notice } from "../../parts/notice.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n, usePolled } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { useServiceSettings } from "../service-settings.js";
import { canNotify, setWanted, wanted } from "./browser.js";
import { Channels } from "./channels.js";
import { Rules } from "./rules.js";

const EVERY = 5_000;

/** Notification channels and their state, and the rules. */
export function Notifications() {
  const { texts } = useI18n();
  const { session, place } = useAppState();
  const { value, error, reload } = usePolled(() => session.call("pilothouse.notify", {}), EVERY, [session]);
  const settings = useServiceSettings("notifications");
  return (
    <>
      <Failure error={value === undefined ? error : undefined} retry={reload} />
      <Failure error={settings.loaded.error} retry={settings.loaded.reload} />
      {value === undefined && error === undefined && <p>{texts.common.loading}</p>}
      <div class="columns wide">
        <div>
          {value && <Channels channels={value.channels} settings={settings} onChanged={reload} />}
          {place !== "hub" && <BrowserCard />}
        </div>
        {value && <Rules rules={value.rules} settings={settings} onChanged={reload} />}
      </div>
    </>
  );
}

/** Switches browser notifications, which work while the page is open. */
function BrowserCard() {
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
