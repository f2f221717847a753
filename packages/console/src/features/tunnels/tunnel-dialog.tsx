import {
  neededOptions,
  TUNNEL_TYPES,
  type TunnelEntry,
  type TunnelOption,
  type TunnelType,
} from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.js";
import { Field } from "../../parts/field.js";
import { ChoiceField, TextField } from "../../parts/form.js";
import { usePageTexts } from "../../state/page-texts.js";
import { withoutDots } from "../../texts/fill.js";
import { type Change, WIZARDS, type WizardName } from "./changes.js";

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

type Typed = { readonly [option in TunnelOption]?: string };

interface TunnelDialogProps {
  /** A tunnel that is changed, what a wizard makes, or anything. */
  readonly of: TunnelEntry | WizardName | "other";
  readonly onDone: (change?: Change) => void;
}

/** Asks what a tunnel is to be. Nothing is done yet. */
export function TunnelDialog({ of, onDone }: TunnelDialogProps) {
  const words = usePageTexts().tunnels;
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
  const field = (option: TypedOption, required: boolean) => {
    const range = NUMBERS[option];
    return (
      <TextField
        key={option}
        label={words.options[option]}
        type={range ? "number" : "text"}
        {...(range && { min: range[0], max: range[1], step: "1", class: "short" })}
        required={required}
        autocomplete="off"
        spellcheck={false}
        value={typed[option] ?? ""}
        onValue={(value) => setTyped({ ...typed, [option]: value })}
      />
    );
  };
  const finish = () => {
    const options = changedOptions([...needed, ...more], typed, saved);
    if (tunnel !== undefined)
      onDone({ action: "edit", name: tunnel.name, options, ...(name !== tunnel.name && { newName: name }) });
    else
      onDone({
        action: "create",
        name,
        options: { ...options, Type: type },
        ...(key !== undefined && { key }),
      });
  };
  const title = tunnel
    ? `${withoutDots(words.edit)}: ${tunnel.name}`
    : typeof of === "string"
      ? words.kinds[of].title
      : "";
  return (
    <Dialog title={title} yes={words.next} onLeave={() => onDone()} onYes={finish}>
      {typeof of === "string" && <p>{words.kinds[of].more}</p>}
      <TextField
        label={words.name}
        required
        maxLength={64}
        pattern="[A-Za-z0-9]([A-Za-z0-9 _\-]*[A-Za-z0-9])?"
        help={words.nameHelp}
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
      <details>
        <summary>{words.more}</summary>
        {more.map((option) => field(option, false))}
        {tunnel === undefined && <KeyField onKey={setKey} />}
      </details>
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

/** The key file of a tunnel elsewhere, whose address the new one gets. */
function KeyField({ onKey }: { readonly onKey: (key: string | undefined) => void }) {
  const words = usePageTexts().tunnels;
  const read = async (file: File | undefined) => {
    const bytes = file && new Uint8Array(await file.slice(0, LARGEST_KEY).arrayBuffer());
    onKey(bytes && btoa(String.fromCharCode(...bytes)));
  };
  return (
    <Field label={words.keyFile} help={words.keyHelp}>
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
