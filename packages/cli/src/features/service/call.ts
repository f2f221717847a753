import { isObject, type JsonError, parseJson } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { withClient } from "../../remote/session.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import { readInput } from "../../terminal/questions.js";
import { harmless, harmlessJson } from "../../terminal/style.js";

/** Any method of the server, with its parameters as JSON; the token is added. */
export async function call(context: Context, [method, text = "{}"]: [string, string?]): Promise<void> {
  const params = parse(text === "-" ? readInput("-") : text);
  const result = await withClient(context, ({ client, signal }) => client.call(method, params, { signal }));
  context.out.result(result, () => harmlessJson(result));
}

function parse(text: string) {
  const wrong = (why: string) => new Complaint(`the parameters are not a JSON object: ${why}`, EXIT.usage);
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    throw wrong((error as JsonError).detail);
  }
  if (!isObject(json)) throw wrong('write them like {"Echo": "hello"}');
  return json;
}

/** Shows that the way to the server and back works. */
export async function echo(context: Context, [words]: [readonly string[]]): Promise<void> {
  const echoed = await withClient(context, ({ client, signal }) => client.echo(words.join(" "), { signal }));
  context.out.result({ echo: echoed }, () => harmless(echoed));
}
