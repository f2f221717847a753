import { isLoopback } from "@pilothouse/system";
import { bodyOf, type Message, titleOf } from "../message.js";
import type { Channel, Secret } from "./channel.js";
import { hiding, SendFault } from "./post.js";

const PATIENCE_MS = 15_000;
/** More than any mail server says in one answer. */
const LARGEST_ANSWER = 2 ** 14;

interface Options {
  /** `smtp://host:587` or `smtps://host:465`. */
  readonly server: string;
  readonly user: string | undefined;
  readonly password: Secret | undefined;
  readonly from: string;
  readonly to: readonly string[];
}

/** E-mail by the operator's own mail server. */
export const email = ({ server, user, password, from, to }: Options): Channel => ({
  name: "email",
  to: to.join(", "),
  async send(message: Message, signal) {
    const { hostname, port, protocol } = new URL(server);
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const auth = user === undefined || password === undefined ? undefined : { user, pass: password() };
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      host,
      secure: protocol === "smtps:",
      ...(port !== "" && { port: Number(port) }),
      ...(auth && { auth }),
      // A mail server on this machine usually has a self-signed certificate.
      tls: { rejectUnauthorized: !isLoopback(host) },
      // A password does not cross the network in the clear.
      requireTLS: auth !== undefined && !isLoopback(host),
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      maxResponseSize: LARGEST_ANSWER,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const close = () => transport.close();
    signal.addEventListener("abort", close, { once: true });
    try {
      await transport.sendMail({
        from,
        to: [...to],
        subject: titleOf(message),
        text: `${bodyOf(message)}\n`,
        messageId: `<${message.id}@pilothouse>`,
        date: new Date(message.at),
        headers: { "Auto-Submitted": "auto-generated", "X-Pilothouse-Id": message.id },
      });
    } catch (error) {
      throw new SendFault(hiding(auth === undefined ? [] : asSent(auth))((error as Error).message));
    } finally {
      signal.removeEventListener("abort", close);
      transport.close();
    }
  },
});

/** A password in the forms in which it is sent. */
const asSent = ({ user, pass }: { readonly user: string; readonly pass: string }): string[] => [
  pass,
  ...[`\0${user}\0${pass}`, pass].map((text) => Buffer.from(text).toString("base64")),
];
