import type { Context } from "../../command/context.js";
import { withClient } from "../../remote/session.js";
import { harmless } from "../../terminal/style.js";

/** Shows that the way to the server and back works. */
export async function echo(context: Context, [words]: [readonly string[]]): Promise<void> {
  const echoed = await withClient(context, ({ client, signal }) => client.echo(words.join(" "), { signal }));
  context.out.result({ echo: echoed }, () => harmless(echoed));
}
