import { pageAddress } from "../page-names.js";
import { Notice } from "../parts/notice.js";
import { useCell } from "../state/cell.js";
import { useAppState, useI18n } from "../state/hooks.js";
import type { HubSnapshot } from "../state/live.js";

/** Warnings on every page of a hub. */
export function HubBanners() {
  const hub = useCell(useAppState().live.hub);
  return hub && <Warnings hub={hub} />;
}

function Warnings({ hub: { status, away } }: { readonly hub: HubSnapshot }) {
  const { banners } = useI18n().texts;
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
