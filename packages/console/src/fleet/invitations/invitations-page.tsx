import { useHelm, useRepeated } from "../../state/hooks.js";
import { askFleet } from "../ask-fleet.js";
import { type Worded, worded } from "../words.js";
import { InviteForm } from "./invite-form.js";
import { OpenInvitations } from "./open-invitations.js";
import { WaitingNodes } from "./waiting-nodes.js";

const EVERY_MS = 5_000;

/** How nodes come into the fleet. */
export const InvitationsPage = worded(({ words }: Worded) => {
  const { session } = useHelm();
  const open = useRepeated(() => session.ask(askFleet("fleet.invitations", {})), EVERY_MS, [session]);
  return (
    <>
      <WaitingNodes words={words} />
      <InviteForm words={words} onMade={open.reload} />
      <OpenInvitations words={words} open={open} />
    </>
  );
});
