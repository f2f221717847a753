import type { Context } from "../context.js";
import { withClient } from "../session.js";
import { harmless } from "../style.js";

/** Shows that the way to the server and back works. */
export async function echo(context: Context, [words]: [readonly string[]]): Promise<void> {
  const said = await withClient(context, ({ client, signal }) => client.echo(words.join(" "), { signal }));
  context.out.result({ echo: said }, () => harmless(said));
}
