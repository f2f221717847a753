import type { WebApplication } from "@pilothouse/protocol";
import { Card } from "../../parts/card.js";
import { Copy } from "../../parts/copy.js";
import { Switch } from "../../parts/field.js";
import { May } from "../../parts/needs.js";
import { Failure, Loading } from "../../parts/notice.js";
import { isLocalPage } from "../../state/browser/address.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { TokenList } from "../access/token-list.js";

/** Access for programs: plain HTTP on this machine, and API tokens. */
export function Applications() {
  return (
    <div class="columns wide">
      <PlainHttp />
      <May scope="all">
        <TokenList />
      </May>
    </div>
  );
}

function PlainHttp() {
  const { announce, fill } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().applications;
  const loaded = useLoaded(() => session.call("pilothouse.webapps", {}), [session]);
  const { value, reload, replace } = loaded;
  const task = useTask();

  const change = (name: string, to: Partial<Pick<WebApplication, "running" | "autostart">>) =>
    task
      .run(async () => {
        // Optimistic: the switch moves at once, then shows what the service answered.
        replace({
          applications: (value?.applications ?? []).map((one) =>
            one.name === name ? { ...one, ...to } : one,
          ),
        });
        await session.call("pilothouse.webapps", { name, ...to });
        announce(fill(words.switched, { name }));
      })
      .finally(reload);
  return (
    <Card needs="settings" title={words.jsonrpc} about={words.about}>
      <Loading of={loaded} />
      <Failure error={task.error} />
      {value?.applications.map(({ name, running, autostart }) => (
        <div key={name} class="stack">
          <Address path={`/${name}/`} />
          <Switch label={words.running} on={running} onSwitch={(on) => void change(name, { running: on })} />
          <Switch
            label={words.autostart}
            on={autostart}
            onSwitch={(on) => void change(name, { autostart: on })}
          />
        </div>
      ))}
    </Card>
  );
}

/** Only a page that the service itself serves over HTTP knows the address of its HTTP endpoint. */
function Address({ path }: { readonly path: string }) {
  const { applications: words } = usePageTexts();
  const { node } = useAppState();
  if (location.protocol !== "http:" || node !== undefined) return <p>{words.elsewhere}</p>;
  const address = new URL(path, location.origin).href;
  return (
    <p class="row">
      <code>{address}</code> <Copy text={address} />{" "}
      <span class="about">{isLocalPage() ? words.onlyHere : words.alsoThere}</span>
    </p>
  );
}
