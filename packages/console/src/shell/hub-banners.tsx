import { pageAddress } from "../page-names.js";
import { Notice } from "../parts/notice.js";
import { useCell } from "../state/cell.js";
import { useHelm, useSpeech } from "../state/hooks.js";
import type { HubSeen } from "../state/live.js";

/** What must be known on every page of a hub. */
export function HubBanners() {
  const hub = useCell(useHelm().live.hub);
  return hub && <Warnings hub={hub} />;
}

function Warnings({ hub: { status, away } }: { readonly hub: HubSeen }) {
  const { banners } = useSpeech().texts;
  return (
    <div class="banners">
      {away && <Notice tone="error">{banners.serviceAway}</Notice>}
      {status.factory && (
        <Notice tone="warning">
          {banners.factory} <a href={pageAddress("sessions")}>{banners.changeIt}</a>
        </Notice>
      )}
    </div>
  );
}
