import {
  neededOptions,
  TUNNEL_TYPES,
  type TunnelEntry,
  type TunnelOption,
  type TunnelType,
} from "@pilothouse/protocol";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.js";
import { Field } from "../../parts/field.js";
import { ChoiceField, fieldErrors, TextField } from "../../parts/form.js";
import { Failure } from "../../parts/notice.js";
import { useAppState, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { withoutDots } from "../../texts/fill.js";
import { asked, type Change, WIZARDS, type WizardName } from "./changes.js";

/** What can be typed for each tunnel; more is for the command line. */
const COMMON = ["Description", "TunnelLength", "TunnelQuantity"] as const;
type TypedOption =
  | (typeof COMMON)[number]
  | "Port"
  | "ReachableBy"
  | "TargetHost"
  | "TargetPort"
  | "TargetDestination";
const NUMBERS: { readonly [option in TypedOption]?: readonly [least: number, most: number] } = {
  Port: [1, 65_535],
  TargetPort: [1, 65_535],
  TunnelLength: [0, 3],
  TunnelQuantity: [1, 6],
};

/** Those that a tunnel of this type needs, and those that it may have. */
function optionsOf(type: TunnelType): {
  readonly needed: readonly TypedOption[];
  readonly more: readonly TypedOption[];
} {
  const needed = neededOptions(type);
  const more = needed.includes("TargetPort") ? (["TargetHost"] as const) : [];
  return {
    needed,
    more: [...more, ...(needed.includes("Port") ? (["ReachableBy"] as const) : []), ...COMMON],
  };
}

/** What the service calls the name of a tunnel that is made, and of one that is changed. */
const NAMES = ["name", "newName", "Name", "NewName"] as const;

type Typed = { readonly [option in TunnelOption]?: string };

interface TunnelDialogProps {
  /** A tunnel that is changed, what a wizard makes, or anything. */
  readonly of: TunnelEntry | WizardName | "other";
  readonly onDone: (change?: Change) => void;
}

/** Asks what a tunnel is to be. Nothing is done yet, but the service is asked if it would take that. */
export function TunnelDialog({ of, onDone }: TunnelDialogProps) {
  const words = usePageTexts().tunnels;
  const { session } = useAppState();
  const task = useTask();
  const tunnel = typeof of === "object" ? of : undefined;
  const wizard = typeof of === "string" && of !== "other" ? WIZARDS[of] : undefined;
  const saved: Typed = tunnel ? (Object.fromEntries(tunnel.options) as Typed) : {};
  const [name, setName] = useState(tunnel?.name ?? wizard?.name ?? "");
  const [type, setType] = useState<TunnelType>(
    (tunnel?.type as TunnelType | undefined) ?? wizard?.type ?? "httpserver",
  );
  const [typed, setTyped] = useState<Typed>({ ...saved, ...wizard?.typed });
  const [key, setKey] = useState<string>();
  const { needed, more } = optionsOf(type);
  const errors = fieldErrors(task.error, [...needed, ...more, ...NAMES, "key", "Key"]);
  const field = (option: TypedOption, required: boolean) => {
    const range = NUMBERS[option];
    return (
      <TextField
        key={option}
        label={words.options[option]}
        type={range ? "number" : "text"}
        {...(range && { min: range[0], max: range[1], step: "1", class: "short" })}
        required={required}
        error={errors.at(option)}
        autocomplete="off"
        spellcheck={false}
        value={typed[option] ?? ""}
        onValue={(value) => setTyped({ ...typed, [option]: value })}
      />
    );
  };
  const finish = () => {
    const options = changedOptions([...needed, ...more], typed, saved);
    const change: Change =
      tunnel !== undefined
        ? { action: "edit", name: tunnel.name, options, ...(name !== tunnel.name && { newName: name }) }
        : {
            ...{ action: "create", name, options: { ...options, Type: type } },
            ...(key !== undefined && { key }),
          };
    void task.run(async () => {
      // The next dialog asks if others may reach it.
      await session.call("pilothouse.tunnels", asked(change, { preview: true, open: true }));
      onDone(change);
    });
  };
  const title = tunnel
    ? `${withoutDots(words.edit)}: ${tunnel.name}`
    : typeof of === "string"
      ? withoutDots(words.kinds[of].title)
      : "";
  return (
    <Dialog title={title} yes={words.next} blocked={task.busy} onLeave={() => onDone()} onYes={finish}>
      {typeof of === "string" && <p>{words.kinds[of].more}</p>}
      <TextField
        label={words.name}
        required
        maxLength={64}
        pattern="[A-Za-z0-9]([A-Za-z0-9 _\-]*[A-Za-z0-9])?"
        help={words.nameHelp}
        error={NAMES.map(errors.at).find(Boolean)}
        autocomplete="off"
        spellcheck={false}
        value={name}
        onValue={setName}
      />
      {of === "other" && (
        <ChoiceField
          label={words.type}
          value={type}
          options={TUNNEL_TYPES.map((one) => [one, one])}
          onValue={setType}
        />
      )}
      {needed.map((option) => field(option, true))}
      <details
        open={more.some((option) => errors.at(option)) || Boolean(errors.at("key") || errors.at("Key"))}
      >
        <summary>{words.more}</summary>
        {more.map((option) => field(option, false))}
        {tunnel === undefined && <KeyField onKey={setKey} error={errors.at("key") || errors.at("Key")} />}
      </details>
      <Failure error={errors.rest} />
    </Dialog>
  );
}

/** What is typed anew; null where something was removed. */
function changedOptions(
  all: readonly TypedOption[],
  typed: Typed,
  saved: Typed,
): NonNullable<Change["options"]> {
  const changed = all.filter((option) => (typed[option] ?? "") !== (saved[option] ?? ""));
  return Object.fromEntries(changed.map((option) => [option, typed[option]?.trim() || null]));
}

interface KeyFieldProps {
  readonly onKey: (key: string | undefined) => void;
  readonly error: ComponentChildren;
}

/** The key file of a tunnel elsewhere, whose address the new one gets. */
function KeyField({ onKey, error }: KeyFieldProps) {
  const words = usePageTexts().tunnels;
  const read = async (file: File | undefined) => {
    const bytes = file && new Uint8Array(await file.slice(0, LARGEST_KEY).arrayBuffer());
    onKey(bytes && btoa(String.fromCharCode(...bytes)));
  };
  return (
    <Field label={words.keyFile} help={words.keyHelp} error={error}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".dat"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}

/** No key is as long; a longer file is refused by the service. */
const LARGEST_KEY = 10_000;
