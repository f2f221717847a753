import { resolve } from "node:path";
import type { ClientError } from "@pilothouse/client";
import { ERRORS } from "@pilothouse/protocol";
import { ownCommand } from "../package-file.js";
import { quoted, sudoFor } from "../services/local-command.js";
import { described, servicesHere } from "../services/services-here.js";
import { Complaint, EXIT } from "../terminal/exit.js";
import { span } from "../terminal/units.js";

interface Where {
  readonly url: string;
  readonly profile?: string | undefined;
  /** Behind the hub of the profile. */
  readonly node?: string | undefined;
  /** The service on this machine, reached by its socket. */
  readonly dataDir?: string | undefined;
  readonly trust: { readonly fingerprint?: string | undefined };
}

/** What went wrong with a server, in one sentence for a person and one code for a script. */
export function explained(error: ClientError, where: Where): Complaint {
  const { url } = where;
  switch (error.kind) {
    case "network":
      if (where.dataDir !== undefined) return new Complaint(notHere(error, where.dataDir), EXIT.unreachable);
      return new Complaint(`${url} cannot be reached: ${error.message}`, EXIT.unreachable);
    case "timeout":
      return new Complaint(`${url} does not answer: ${error.message}`, EXIT.unreachable);
    case "aborted":
      return new Complaint("interrupted", EXIT.interrupted);
    case "tls":
      return new Complaint(
        error.code === "FINGERPRINT_MISMATCH" ? changed(error, where) : unproved(error, url),
      );
    case "login":
      return new Complaint(loginSentence(error, where), EXIT.loginNeeded);
    case "params":
      return new Complaint(error.message, EXIT.usage);
    case "ignored":
      return new Complaint(error.message);
    case "protocol":
      return new Complaint(`${url} does not answer as a server of this interface: ${error.message}`);
    case "rpc":
      return rpcComplaint(error, where);
  }
}

function notHere({ message }: ClientError, dataDir: string): string {
  const others = servicesHere().filter((one) => one.runs && (one.sudo || one.dataDir !== resolve(dataDir)));
  const hints = others.slice(0, 3).map((one) => {
    const added = [`add --data-dir ${quoted(one.dataDir)}`, sudoFor(one)].filter(
      (part) => part !== undefined,
    );
    return `${described(one)}: ${added.join(", with ")}`;
  });
  return [
    `no service of yours runs in ${dataDir} (${message})`,
    ...(hints.length > 0 ? hints : ["start it, or give its --data-dir"]),
  ].join("; ");
}

function rpcComplaint(error: ClientError, where: Where): Complaint {
  if (error.name === "factoryPassword")
    return new Complaint(
      `${where.url} still has its factory password, which opens nothing: change it with ${passwdCommand(where)}`,
      EXIT.loginNeeded,
    );
  if (error.retryAfter !== undefined)
    return new Complaint(
      `${named(where)} refuses: ${error.message} (try again in ${span(error.retryAfter * 1_000)})`,
    );
  if (where.node !== undefined && reasonOf(error) === "unreachable")
    return new Complaint(withoutMeaning(error), EXIT.unreachable);
  return new Complaint(`${named(where)} refuses: ${error.message}`);
}

/** What the hub says of a node; that its code means an internal error says nothing of the node. */
const withoutMeaning = ({ message }: ClientError): string =>
  message.replace(`${ERRORS.internal.means}: `, "");

const reasonOf = ({ data }: ClientError): unknown => (data as { reason?: unknown } | undefined)?.reason;

/** The address of a socket says nothing. */
const named = ({ url, dataDir }: Where): string =>
  dataDir === undefined ? url : `the service in ${dataDir}`;

const loginSentence = (error: ClientError, where: Where): string =>
  error.name === "wrongPassword"
    ? `${where.url} does not take this password`
    : `you are not logged in to ${where.url} (any more): ${loginCommand(where)}`;

const loginCommand = ({ url, profile, node }: Where): string =>
  ownCommand(`login ${node === undefined ? url : `-p ${profile}`}`);

const passwdCommand = ({ url, profile }: Where): string =>
  ownCommand(`passwd ${profile ? `-p ${profile}` : `--url ${url}`}`);

/** The TLS library names its own failures so; the others are judgements of a certificate. */
const NO_TLS = /^(EPROTO$|ERR_SSL_)/;
const tlsReason = ({ code, message }: ClientError): string => String(code ?? message);

/** The handshake itself failed, as it does at a server that is about to start; nothing is known of its certificate. */
export const isFailedHandshake = (error: ClientError): boolean =>
  error.kind === "tls" && NO_TLS.test(tlsReason(error));

function unproved(error: ClientError, url: string): string {
  const why = tlsReason(error);
  return isFailedHandshake(error)
    ? `${url} does not speak TLS as it should (${why}); is its address perhaps http?`
    : `${url} does not prove who it is (${why}); ${ownCommand(`login ${url}`)} shows its certificate and asks`;
}

/** As loud as ssh: it is either a new certificate or somebody who wants the password. */
function changed(error: ClientError, { url, trust }: Where): string {
  const presented = String((error.data as { fingerprint?: unknown } | undefined)?.fingerprint);
  return [
    "THE CERTIFICATE OF THE SERVER HAS CHANGED",
    "",
    `  ${url}`,
    `  known      ${trust.fingerprint}`,
    `  presented  ${presented}`,
    "",
    "Someone may be listening in between and pretending to be your router. Nothing was sent.",
    "If the service was given a new certificate, compare the fingerprint with what it prints when it starts,",
    "and then take it over:",
    `  ${ownCommand(`login ${url} --fingerprint ${presented}`)}`,
  ].join("\n");
}
