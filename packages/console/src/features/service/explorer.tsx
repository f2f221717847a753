import { ask } from "@pilothouse/client/browser";
import { ACTIONS, isLifecycle, type LifecycleAction, parseJson } from "@pilothouse/protocol";
import { useId, useState } from "preact/hooks";
import { ActionDialog } from "../../parts/action-dialog.js";
import { Card } from "../../parts/card.js";
import { ChoiceField } from "../../parts/form.js";
import { Failure, Loading } from "../../parts/notice.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { type Document, example, isSecret, type MethodText, shownJson, typedValue } from "./open-rpc.js";
import { OwnWords, ParamInput, type ParamValues } from "./param-input.js";

const TOKEN = "Token";

export function Explorer() {
  const { session } = useAppState();
  const words = usePageTexts().explorer;
  const loaded = useLoaded(
    async () => (await session.ask(ask.call("rpc.discover"))) as unknown as Document,
    [session],
  );
  const [name, setName] = useState("RouterInfo");
  const { value } = loaded;
  if (value === undefined) return <Loading of={loaded} />;
  // A hub has no RouterInfo.
  const method = value.methods.find((one) => one.name === name) ?? value.methods[0];
  return (
    <>
      <Card about={words.about}>
        <ChoiceField
          label={words.method}
          help={method && <OwnWords text={method.summary ?? ""} />}
          value={method?.name ?? ""}
          options={value.methods.map((one) => [
            one.name,
            `${one.name}${one["x-extension"] ? ` (${words.extension})` : ""}`,
          ])}
          onValue={setName}
        />
      </Card>
      {method && <Request key={method.name} method={method} />}
    </>
  );
}

interface RequestProps {
  readonly method: MethodText;
}

/** One method: its parameters, the request and the reply. */
function Request({ method }: RequestProps) {
  const { format, fill } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().explorer;
  const params = method.params.filter(({ name }) => name !== TOKEN);
  const [values, setValues] = useState<ParamValues>(() =>
    Object.fromEntries(
      params.map((param) => [param.name, { sent: param.required === true, typed: example(param) }]),
    ),
  );
  const [reply, setReply] = useState<{ readonly text: string; readonly took: number }>();
  const [asked, setAsked] = useState<LifecycleAction>();
  const { busy, error, run } = useTask();
  const form = useId();

  const sent = params
    .filter(({ name }) => values[name]?.sent)
    .map((param) => [param.name, typedValue(param, values[param.name]?.typed ?? "")] as const);
  const complete = sent.every(([, value]) => value !== undefined);
  const open = !method.params.some(({ name }) => name === TOKEN);
  const request = {
    jsonrpc: "2.0",
    id: "1",
    method: method.name,
    params: { ...Object.fromEntries(sent), ...(open ? {} : { [TOKEN]: session.token }) },
  };
  const secrets = new Set([TOKEN, ...params.filter(isSecret).map(({ name }) => name)]);

  const send = () =>
    run(async () => {
      setAsked(undefined);
      const begun = performance.now();
      const { signal } = new AbortController();
      const { text } = await session.link.send(JSON.stringify(request), { signal, repeatable: false });
      setReply({ text: readable(text, secrets), took: performance.now() - begun });
    });
  const cuts = ACTIONS.filter(isLifecycle).find((action) => sent.some(([name]) => name === action));
  return (
    <div class="columns">
      <Card title={words.parameters}>
        <form
          id={form}
          onSubmit={(event) => {
            event.preventDefault();
            if (cuts === undefined) void send();
            else setAsked(cuts);
          }}
        >
          {params.length === 0 && <p class="about">{words.noParameters}</p>}
          {params.map((param) => (
            <ParamInput key={param.name} param={param} values={values} onValues={setValues} />
          ))}
        </form>
      </Card>
      <div class="stays">
        <Card
          title={words.request}
          about={words.hidden}
          aside={
            <button type="submit" form={form} class="primary" disabled={busy || !complete}>
              {words.send}
            </button>
          }
        >
          <Json text={shownJson(request, secrets)} label={words.request} />
        </Card>
        <Failure error={error} />
        {reply && (
          <Card title={words.reply} about={fill(words.took, { time: format.milliseconds(reply.took) })}>
            <Json text={reply.text} label={words.reply} live />
          </Card>
        )}
      </div>
      {asked && <ActionDialog action={asked} onLeave={() => setAsked(undefined)} onYes={() => void send()} />}
    </div>
  );
}

interface JsonProps {
  readonly text: string;
  readonly label: string;
  readonly live?: boolean;
}

const Json = ({ text, label, live = false }: JsonProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
  // biome-ignore lint/a11y/useSemanticElements: it is a group, and no group of fields.
  <div class="json" role="group" tabIndex={0} aria-label={label} aria-live={live ? "polite" : "off"}>
    <pre>{text}</pre>
  </div>
);

/** The reply as received if it is not JSON. */
function readable(text: string, secrets: ReadonlySet<string>): string {
  try {
    return shownJson(parseJson(text), secrets);
  } catch {
    return text;
  }
}
