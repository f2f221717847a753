import { useState } from "preact/hooks";
import { Notice } from "../../../parts/notice.js";
import { useAppState, usePolled } from "../../../state/hooks.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { InviteForm } from "./invite-form.js";
import { MadeInvitations } from "./made-invitations.js";
import { UnknownNodes } from "./unknown-nodes.js";
import { WaitingNodes } from "./waiting-nodes.js";

const EVERY_MS = 5_000;

/** Invitations, and nodes on which somebody has to decide. */
export const InvitationsPage = withFleetTexts(({ words }: FleetPageProps) => {
  const { session } = useAppState();
  const [said, setSaid] = useState("");
  const made = usePolled(() => session.call("fleet.invitations", {}), EVERY_MS, [session]);
  return (
    <div class="columns wide">
      <div>
        <div role="status">{said && <Notice tone="good">{said}</Notice>}</div>
        <UnknownNodes words={words} onDecided={setSaid} />
        <WaitingNodes words={words} onDecided={setSaid} />
        <MadeInvitations words={words} made={made} />
      </div>
      <InviteForm words={words} onMade={made.reload} />
    </div>
  );
});
