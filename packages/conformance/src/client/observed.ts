import { type ChildProcess, spawn } from "node:child_process";
import type { IncomingMessage } from "node:http";
import { ReferenceServer } from "../reference/server.js";
import { certificate } from "../wire/certificate.js";
import { isObject, type Json, type Obj, readJson } from "../wire/json.js";
import type { Dialect } from "./dialects.js";

/** A request that the client sent. */
export interface Seen {
  readonly verb: string;
  readonly address: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Undefined when it is not JSON. */
  readonly json: Json | undefined;
  readonly call: Obj | undefined;
  readonly method: string | undefined;
  readonly params: Obj | undefined;
}

/** What a client did while the kit spoke one dialect. */
export interface Observed {
  readonly dialect: Dialect;
  readonly requests: readonly Seen[];
  readonly password: string;
  /** Tokens that were given out. */
  readonly tokens: ReadonlySet<string>;
  /** How the command ended; undefined when there was none. */
  readonly ended?: {
    readonly code: number | null;
    readonly signal: string | null;
    readonly late: boolean;
    readonly output: string;
  };
}

export interface Watching {
  readonly command: readonly string[];
  readonly timeout: number;
  readonly tls: boolean;
  readonly port: number;
  readonly signal: AbortSignal;
  readonly onReady?: (url: string, password: string) => void;
}

const OUTPUT_LIMIT = 65_536;
const REQUEST_LIMIT = 2_000;

function seenIn(request: IncomingMessage, body: string): Seen {
  const read = readJson(body);
  const json = read?.flaw === undefined ? read?.value : undefined;
  const call = isObject(json) ? json : undefined;
  const method = call?.["method"];
  const params = call?.["params"];
  return {
    verb: request.method ?? "",
    address: request.url ?? "",
    headers: request.headers,
    body: body.slice(0, OUTPUT_LIMIT),
    json,
    call,
    method: typeof method === "string" ? method.replace("I2PControl", "ServiceControl") : undefined,
    params: isObject(params) ? params : undefined,
  };
}

/** Plays a server in one dialect, runs the client against it, and notes what it does. */
export async function observe(dialect: Dialect, watching: Watching): Promise<Observed> {
  const requests: Seen[] = [];
  const tokens = new Set<string>();
  const behaviour = dialect.behaviour();
  const server = await new ReferenceServer({
    behaviour,
    port: watching.port,
    ...(watching.tls ? { tls: certificate() } : {}),
    onRequest: (request, body) => {
      if (requests.length < REQUEST_LIMIT) requests.push(seenIn(request, body));
      for (const token of server.state.tokens.keys()) tokens.add(token);
    },
  }).start();
  const { password } = server.state;
  try {
    watching.onReady?.(server.url, password);
    const ended = await (watching.command.length === 0
      ? interrupted(watching.signal)
      : ran(server, watching));
    return { dialect, requests, password, tokens, ...(ended === undefined ? {} : { ended }) };
  } finally {
    await server.stop();
  }
}

const interrupted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });

/** Runs the client's command to its end, or until its time is up. */
function ran(
  server: ReferenceServer,
  { command, timeout, signal }: Watching,
): Promise<NonNullable<Observed["ended"]>> {
  const fill = (word: string) =>
    word.replaceAll("{url}", server.url).replaceAll("{password}", server.state.password);
  const [program = "", ...args] = command.map(fill);
  const env = { ...process.env, I2PCONTROL_URL: server.url, I2PCONTROL_PASSWORD: server.state.password };
  const child: ChildProcess = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text: Buffer) => {
      if (output.length < OUTPUT_LIMIT) output += text.toString("utf8");
    });
  return new Promise((resolve) => {
    let late = false;
    const end = () => void child.kill("SIGKILL");
    const timer = setTimeout(() => {
      late = true;
      end();
    }, timeout);
    signal.addEventListener("abort", end, { once: true });
    const settle = (code: number | null, killed: string | null) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve({ code, signal: killed, late, output });
    };
    child.once("error", (error) => {
      output += error.message;
      settle(127, null);
    });
    child.once("close", settle);
  });
}
