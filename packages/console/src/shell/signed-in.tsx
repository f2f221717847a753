import type { Link } from "@pilothouse/client/browser";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isFleetPage } from "../page-names.js";
import { addressParams, useNode, usePage } from "../state/browser/address.js";
import { keepPlaces } from "../state/browser/kept-place.js";
import { Cell, useSelector } from "../state/cell.js";
import { AppStateContext, useDraftStore } from "../state/hooks.js";
import { type HubSnapshot, isKnown, Live } from "../state/live.js";
import { Session } from "../state/session.js";
import type { SessionEnd } from "../state/sign-in.js";
import { Updates } from "../state/updates.js";
import { FIRST_VIEW, viewOf } from "../state/view.js";
import type { Language } from "../texts/language.js";
import { Shell } from "./shell.js";
import { SignOutDialog } from "./sign-out-dialog.js";

export interface SignedInProps {
  readonly link: Link;
  readonly token: string;
  readonly onEnd: (why: SessionEnd) => void;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
  readonly onPassword: (password: string, account?: string) => Promise<void>;
}

const accountOf = (hub: HubSnapshot | undefined) => hub?.status.account;

/** All that a session shows, not loaded before somebody signs in. No poll renders it: the whole page would follow. */
export function SignedIn({ link, token, onEnd, onPassword, ...rest }: SignedInProps) {
  const session = useMemo(() => new Session(link, token, onEnd), [link, token]);
  // A layout effect runs at once. A hidden page paints nothing, so a normal effect might run too late.
  useLayoutEffect(() => {
    const leave = () => session.leave();
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [session]);
  const serviceLive = useMemo(() => new Live(session), [session]);
  const node = useNode();
  const isHub = useSelector(serviceLive.hub, isKnown);
  const isRouter = useSelector(serviceLive.snapshot, isKnown);
  const page = usePage();
  const drafts = useDraftStore();
  const account = useSelector(serviceLive.hub, accountOf);
  useEffect(() => {
    // After a reload it is not known from the sign-in form.
    if (account !== undefined) drafts.owner = account ?? "";
  }, [drafts, account]);
  const [isLeaving, setLeaving] = useState(false);
  // Until the server has said what it is, go by the address.
  const place = node !== undefined ? "node" : isHub || (isFleetPage(page) && !isRouter) ? "hub" : "router";
  const [remounts, setRemounts] = useState(0);
  const state = useMemo(() => {
    const used = node === undefined ? session : session.at(node);
    const live = node === undefined ? serviceLive : new Live(used);
    return {
      place,
      node,
      session: used,
      live,
      updates: new Updates(used, live.reconnects),
      drafts: drafts.at(node),
      onSignOut: () => (drafts.unsaved.length > 0 ? setLeaving(true) : session.signOut()),
      view: new Cell(viewOf(addressParams()) ?? FIRST_VIEW),
    } as const;
  }, [session, serviceLive, place, node, remounts, drafts]);
  // This page is not signed in with the node's password, so only mount its pages again.
  const changed = node === undefined ? onPassword : async () => setRemounts((before) => before + 1);
  useEffect(() => state.live.start(), [state]);
  useEffect(keepPlaces, []);
  const shown = useRef<string | undefined>(undefined);
  return (
    <AppStateContext.Provider value={state}>
      <Shell key={`${place} ${node} ${remounts}`} shown={shown} onPassword={changed} {...rest} />
      {isLeaving && (
        <SignOutDialog
          unsaved={drafts.unsaved}
          onLeave={() => setLeaving(false)}
          onYes={() => session.signOut()}
        />
      )}
    </AppStateContext.Provider>
  );
}
