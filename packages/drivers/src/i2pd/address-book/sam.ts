import { connect } from "node:net";
import { Collected, reason } from "@pilothouse/protocol";
import { RouterUnavailable } from "../../port.js";

export interface SamPlace {
  readonly host: string;
  readonly port: number;
}

/** Its answers are a line with a destination at most. */
const LONGEST = 8_192;

/**
 * Asks the router what a name stands for, by its SAM service. Resolves with the destination, in I2P's Base64, or
 * undefined: it does not know the name.
 */
export async function samLookup(
  { host, port }: SamPlace,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const socket = connect({ host, port, signal });
  try {
    const answers = lines(socket);
    socket.write("HELLO VERSION MIN=3.0 MAX=3.1\n");
    const hello = (await answers.next()).value ?? "";
    if (!hello.startsWith("HELLO REPLY RESULT=OK")) throw new Error(`it answered "${hello.slice(0, 100)}"`);
    socket.write(`NAMING LOOKUP NAME=${name}\n`);
    const answer = (await answers.next()).value ?? "";
    if (!answer.startsWith("NAMING REPLY ")) throw new Error(`it answered "${answer.slice(0, 100)}"`);
    return / RESULT=OK /.test(answer) ? / VALUE=(\S+)/.exec(answer)?.[1] : undefined;
  } catch (cause) {
    signal.throwIfAborted();
    const why = (cause as Error).message;
    throw new RouterUnavailable(reason("names.noLookup", { text: why }), "failed", {
      cause,
    });
  } finally {
    socket.destroy();
  }
}

async function* lines(source: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  const collected = new Collected(LONGEST);
  let given = 0;
  for await (const piece of source) {
    const isWhole = collected.add(piece);
    const text = Buffer.from(collected.bytes).toString("latin1");
    for (let end = text.indexOf("\n", given); end >= 0; end = text.indexOf("\n", given)) {
      yield text.slice(given, end).trim();
      given = end + 1;
    }
    if (!isWhole) throw new Error("its answer is too long");
  }
  return undefined;
}
