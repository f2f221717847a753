import type { CodedText, TunnelEntry } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Icon } from "../../parts/icon.js";
import { List } from "../../parts/list.js";
import { Needs } from "../../parts/needs.js";
import { Notice, ServiceText } from "../../parts/notice.js";
import { useAppState, useI18n, usePolled } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { withoutDots } from "../../texts/fill.js";
import { Address } from "./address.js";
import { type Change, leadsTo, listensAt, WIZARD_NAMES, type WizardName } from "./changes.js";
import { KeyDialog } from "./key-dialog.js";
import { PlanDialog } from "./plan-dialog.js";
import { TunnelDialog } from "./tunnel-dialog.js";

const EVERY = 5_000;
const KINDS = [...WIZARD_NAMES, "other"] as const;

/** Hidden services and proxies. Every change is shown before it is made. */
export function Tunnels() {
  const { texts, fill } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().tunnels;
  const loaded = usePolled(() => session.call("pilothouse.tunnels", {}), EVERY, [session]);
  const [typing, setTyping] = useState<TunnelEntry | WizardName | "other">();
  const [change, setChange] = useState<Change>();
  const [exported, setExported] = useState<string>();
  const [made, setMade] = useState<string>();
  const tunnels = loaded.value?.tunnels;
  // Its router starts again first.
  const created = tunnels?.find(({ name, state }) => name === made && state === "running");
  const reachedAt = created && (created.server ? created.address : listensAt(created));
  const act =
    (action: Change["action"]) =>
    ({ name }: TunnelEntry) => {
      setMade(undefined);
      setChange({ action, name });
    };
  const isOurs = ({ foreign }: TunnelEntry) => foreign === null;
  return (
    <>
      <Card class="tunnels" about={words.about}>
        {created && reachedAt && (
          <Notice tone="good">
            {fill(words.made, { name: created.name })}{" "}
            <Address name={created.name} address={reachedAt} isLocal={!created.server} />
          </Notice>
        )}
        <List
          caption={texts.pages.tunnels}
          loaded={loaded}
          rows={tunnels}
          keyOf={({ name }) => name}
          empty={words.none}
          small
          columns={[
            { name: words.name, show: (tunnel) => <Name tunnel={tunnel} /> },
            { name: words.state, show: (tunnel) => <State tunnel={tunnel} coded={loaded.value?.texts} /> },
            { name: words.connects, show: (tunnel) => <Way tunnel={tunnel} /> },
          ]}
          actions={[
            { label: words.edit, scope: "settings", isFor: isOurs, run: (tunnel) => setTyping(tunnel) },
            {
              label: words.start,
              scope: "settings",
              isFor: (tunnel) => isOurs(tunnel) && tunnel.state === "stopped",
              run: act("start"),
            },
            {
              label: words.stop,
              scope: "settings",
              isFor: (tunnel) => isOurs(tunnel) && tunnel.state !== "stopped",
              run: act("stop"),
            },
            {
              label: words.restart,
              scope: "settings",
              isFor: (tunnel) => isOurs(tunnel) && tunnel.state !== "stopped",
              run: act("restart"),
            },
            { label: words.delete, scope: "settings", isFor: isOurs, run: act("delete") },
            {
              label: words.adopt,
              scope: "settings",
              isFor: (tunnel) => !isOurs(tunnel),
              run: act("adopt"),
            },
            {
              label: words.exportKey,
              scope: "all",
              isFor: ({ address }) => address !== null,
              run: ({ name }) => setExported(name),
            },
          ]}
        />
      </Card>
      <Card title={words.create} entry>
        <Needs scope="settings">
          <div class="actions">
            {KINDS.map((kind) => (
              <button key={kind} type="button" onClick={() => setTyping(kind)}>
                <Icon name="plus" /> {words.kinds[kind].title}
              </button>
            ))}
          </div>
        </Needs>
      </Card>
      {typing && (
        // What was typed stays, to go back to from the plan.
        <div hidden={change !== undefined}>
          <TunnelDialog
            of={typing}
            onDone={(next) => {
              setMade(undefined);
              setChange(next);
              if (next === undefined) setTyping(undefined);
            }}
          />
        </div>
      )}
      {change && (
        <PlanDialog
          change={change}
          label={withoutDots(words[change.action])}
          {...(typing !== undefined && { no: words.back })}
          onDone={(done) => {
            if (done && change.action === "create") setMade(change.name);
            if (done) {
              loaded.replace(done);
              setTyping(undefined);
            }
            setChange(undefined);
          }}
        />
      )}
      {exported !== undefined && <KeyDialog name={exported} onDone={() => setExported(undefined)} />}
    </>
  );
}

function Name({ tunnel: { name, type, options, foreign, address } }: { readonly tunnel: TunnelEntry }) {
  const { fill } = useI18n();
  const words = usePageTexts().tunnels;
  return (
    <>
      {name}
      <p class="help">
        <code>{type}</code> {options.get("Description")}
      </p>
      {foreign !== null && <p class="help">{fill(words.foreign, { file: foreign })}</p>}
      {address !== null && <Address name={name} address={address} />}
    </>
  );
}

/** From where to where, as it carries connections. */
const Way = ({ tunnel }: { readonly tunnel: TunnelEntry }) => (
  <>
    <code>{listensAt(tunnel) || "I2P"}</code> → <code>{leadsTo(tunnel) || "I2P"}</code>
  </>
);

interface StateProps {
  readonly tunnel: TunnelEntry;
  readonly coded: readonly CodedText[] | undefined;
}

function State({ tunnel: { state, note, open, traffic }, coded }: StateProps) {
  const { fill, format } = useI18n();
  const words = usePageTexts().tunnels;
  const states: { readonly [state: string]: string } = words.states;
  return (
    <>
      {states[state] ?? state}
      {note !== null && (
        <p class="help">
          <ServiceText text={note} coded={coded} />
        </p>
      )}
      {open && <p class="help">{words.open}</p>}
      {traffic !== null && (
        <p class="help">
          {fill(words.traffic, {
            received: format.bytes(traffic.received),
            sent: format.bytes(traffic.sent),
          })}
        </p>
      )}
    </>
  );
}
