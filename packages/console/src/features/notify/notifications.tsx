import { Failure } from "../../parts/notice.js";
import { useAppState, useI18n, usePolled } from "../../state/hooks.js";
import { useServiceSettings } from "../service-settings.js";
import { BrowserCard } from "./browser-card.js";
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
