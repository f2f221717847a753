import type { ServiceValue } from "@pilothouse/protocol";
import { Dialog } from "../../parts/dialog.js";
import { fieldErrors, TextField } from "../../parts/form.js";
import { Failure } from "../../parts/notice.js";
import { changedFields, type Form, useDraft } from "../../state/drafts/drafts.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { type ServiceSettings, SettingsMeanwhile, textOf } from "../service-settings.js";
import { CHANNEL_FIELDS, type ChannelField, type ChannelKind } from "./channel-fields.js";

type Typed = { readonly [setting: string]: string };

/** What is typed for channels that are not saved, by setting. */
export const CHANNELS_FORM: Form<Partial<Typed>> = { page: "notifications", empty: {} };

interface ChannelDialogProps {
  readonly kind: ChannelKind;
  readonly settings: ServiceSettings;
  readonly onDone: (saved: boolean) => void;
}

/** Adds or changes a channel. A saved secret stays unless a new one or another address is typed. */
export function ChannelDialog({ kind, settings, onDone }: ChannelDialogProps) {
  const { announce } = useI18n();
  const { notifications: words } = usePageTexts();
  const task = useTask();
  const fields: readonly ChannelField[] = CHANNEL_FIELDS[kind];
  const hidden = ({ name }: ChannelField) => settings.get(name)?.hidden === true;
  const saved: Typed = Object.fromEntries(
    fields.map((field) => [field.name, hidden(field) ? "" : textOf(settings.get(field.name)?.value)]),
  );
  const [changes, draft] = useDraft(useAppState().drafts, CHANNELS_FORM);
  const typed = { ...saved, ...changes };
  const isKept = (field: ChannelField) => hidden(field) && !(field.sentTo && field.sentTo in changes);
  const help = (field: ChannelField) =>
    hidden(field) ? words[isKept(field) ? "keep" : "keepNot"] : field.help && words[field.help];
  const finish = (isSaved: boolean) => {
    draft.set(Object.fromEntries(Object.entries(changes).filter(([name]) => !Object.hasOwn(saved, name))));
    onDone(isSaved);
  };
  const save = () =>
    task.run(async () => {
      const changed = fields.filter((field) => !(hidden(field) && typed[field.name] === ""));
      await settings.save(
        Object.fromEntries(changed.map((field) => [field.name, settingOf(field, typed[field.name] ?? "")])),
      );
      announce(words.saved);
      finish(true);
    });
  const errors = fieldErrors(
    task.error,
    fields.map(({ name }) => name),
  );
  return (
    <Dialog
      title={words.kinds[kind]}
      yes={words.save}
      blocked={task.busy || settings.base.isOld}
      onYes={() => void save()}
      onLeave={() => finish(false)}
    >
      <SettingsMeanwhile settings={settings} mine={shownOf(fields, typed)} onTheirs={() => draft.set({})} />
      {fields.map((field) => (
        <TextField
          key={field.name}
          label={words[field.label]}
          error={errors.at(field.name)}
          help={help(field)}
          type={field.secret ? "password" : "text"}
          autocomplete={field.secret ? "new-password" : "off"}
          spellcheck={false}
          required={field.required === true && !hidden(field)}
          placeholder={isKept(field) ? textOf(settings.get(field.name)?.value) || "••••••••" : field.sample}
          value={typed[field.name] ?? ""}
          onValue={(value) => draft.set(changedFields(changes, saved, { [field.name]: value }))}
        />
      ))}
      <Failure error={errors.rest} />
    </Dialog>
  );
}

/** Without secrets. */
const shownOf = (fields: readonly ChannelField[], typed: Partial<Typed>) =>
  Object.fromEntries(fields.filter(({ secret }) => !secret).map(({ name }) => [name, typed[name] ?? null]));

function settingOf({ several }: ChannelField, typed: string): ServiceValue {
  const text = typed.trim();
  if (text === "") return null;
  return several ? text.split(/[,\s]+/).filter((one) => one !== "") : text;
}
