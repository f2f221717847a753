import type { PageTexts } from "../../texts/texts.js";

type Words = PageTexts["notifications"];
type TextName = { [K in keyof Words]: Words[K] extends string ? K : never }[keyof Words];

export interface ChannelField {
  readonly name: string;
  readonly label: TextName;
  readonly help?: TextName;
  readonly sample?: string;
  readonly required?: true;
  /** Typed as a password, and never shown again. */
  readonly secret?: true;
  /** The address that a secret belongs to: the service drops it when that changes. */
  readonly sentTo?: string;
  /** Several, separated by commas. */
  readonly several?: true;
}

/** The settings of each channel, as the form asks for them. */
export const CHANNEL_FIELDS = {
  ntfy: [
    {
      ...{ name: "notify.ntfy", label: "address", help: "topicHelp", required: true },
      sample: "https://ntfy.sh/…",
    },
    { name: "notify.ntfy_token", label: "token", secret: true, sentTo: "notify.ntfy" },
  ],
  webhook: [
    {
      ...{ name: "notify.webhook", label: "address", help: "hookHelp", required: true },
      sample: "https://example.org/hook",
    },
    {
      ...{ name: "notify.webhook_key", label: "key", help: "keyHelp" },
      ...{ secret: true, sentTo: "notify.webhook" },
    },
  ],
  email: [
    {
      ...{ name: "notify.email_to", label: "emailTo", help: "emailToHelp", required: true, several: true },
      sample: "me@example.org",
    },
    {
      ...{ name: "notify.email_server", label: "server", help: "serverHelp", required: true },
      sample: "smtps://mail.example.org",
    },
    { name: "notify.email_user", label: "user" },
    { name: "notify.email_password", label: "password", secret: true, sentTo: "notify.email_server" },
    { name: "notify.email_from", label: "from", sample: "router@example.org" },
  ],
} as const satisfies { readonly [channel: string]: readonly ChannelField[] };

export type ChannelKind = keyof typeof CHANNEL_FIELDS;
export const CHANNEL_KINDS = Object.keys(CHANNEL_FIELDS) as readonly ChannelKind[];
export const isChannelKind = (name: string): name is ChannelKind => Object.hasOwn(CHANNEL_FIELDS, name);

/** The settings that belong to a channel. */
export const namesOf = (kind: ChannelKind): readonly string[] => CHANNEL_FIELDS[kind].map(({ name }) => name);
