import type { Params, TunnelEntry, TunnelOption, TunnelType } from "@pilothouse/protocol";

/** A change as it is sent. */
export interface Change {
  readonly action: "create" | "edit" | "start" | "stop" | "restart" | "adopt" | "delete";
  readonly name: string;
  readonly options?: { readonly [option in TunnelOption]?: string | null };
  readonly newName?: string;
  readonly key?: string;
  readonly forgetKey?: true;
}

type Asked = Params<"pilothouse.tunnels">;

/** On the wire options are an object, which a service reads as a map. */
export const asked = (change: Change, more: Omit<Asked, "changes">): Asked =>
  ({ changes: [change], ...more }) as unknown as Asked;

const LOOPBACK = /^(127\.[\d.]+|::1|localhost)$/;

/** Whether others than the router's machine could reach a port by it. */
export const isOpening = ({ options }: Change): boolean => {
  const where = options?.ReachableBy;
  return typeof where === "string" && where !== "" && !LOOPBACK.test(where);
};

/** What most people make tunnels for: what is typed for them, and what is not asked. */
export const WIZARDS = {
  site: { type: "httpserver", name: "web", typed: { TargetPort: "8080" } },
  irc: { type: "client", name: "irc", typed: { Port: "6668", TargetDestination: "irc.echelon.i2p" } },
  proxy: { type: "httpclient", name: "proxy", typed: { Port: "4444" } },
} as const satisfies { readonly [kind: string]: Wizard };

interface Wizard {
  readonly type: TunnelType;
  readonly name: string;
  readonly typed: { readonly [option in TunnelOption]?: string };
}
export type WizardName = keyof typeof WIZARDS;
export const WIZARD_NAMES = Object.keys(WIZARDS) as readonly WizardName[];

/** Where programs connect to it, and where it leads. */
export const listensAt = ({ options }: TunnelEntry): string => {
  const port = options.get("Port");
  return port === undefined ? "" : `${options.get("ReachableBy") ?? "127.0.0.1"}:${port}`;
};
export const leadsTo = ({ server, options }: TunnelEntry): string => {
  if (!server) return shortened(options.get("TargetDestination") ?? "");
  return `${options.get("TargetHost") ?? "127.0.0.1"}:${options.get("TargetPort") ?? ""}`;
};
/** A whole destination has hundreds of characters. */
const shortened = (text: string): string => (text.length > 70 ? `${text.slice(0, 20)}…` : text);
