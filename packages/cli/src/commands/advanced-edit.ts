import type { Settings } from "@pilothouse/protocol";
import type { Context } from "../context.js";
import { EditedFile } from "../editor.js";
import { Complaint, EXIT } from "../exit.js";
import { withClient } from "../session.js";
import { checked, difference, isEmpty, parseSettings, settingLines } from "../settings-text.js";
import { show, tell, write } from "./advanced.js";

/** The whole configuration in the person's editor; what differs afterwards is shown and then written. */
export async function advancedEdit(
  context: Context,
  _args: [],
  { dryRun }: { readonly dryRun?: true },
): Promise<void> {
  const { ask, env, out } = context;
  if (!ask.possible)
    throw new Complaint("edit wants a terminal; scripts use advanced set or replace", EXIT.usage);
  const before = await withClient(context, ({ client, signal }) => client.advanced.getAll({ signal }));
  // A value with a line's end, which some routers hold, would read as two settings.
  checked(Object.fromEntries(before), "the router's configuration");
  const file = new EditedFile(`${[HEAD, ...settingLines(before)].join("\n")}\n`);
  let kept = true;
  try {
    const wanted = await edited(context, file);
    const change = difference(before, wanted);
    if (!dryRun && !isEmpty(change)) {
      show(context, change);
      await ask.agree("Write this?");
      await withClient(context, async ({ client, signal }) => {
        // Whoever else wrote meanwhile must not be undone by a text that does not know of it.
        if (!isEmpty(difference(before, await client.advanced.getAll({ signal }))))
          throw new Complaint("the configuration was changed by someone else meanwhile; nothing was written");
        await write(client, wanted, change, signal);
      });
    }
    tell(context, change, { dryRun, shown: !dryRun });
    kept = false;
  } finally {
    if (kept) out.note(`Your text is kept in ${file.path}`);
    else file.remove();
  }

  async function edited({ ask }: Context, file: EditedFile): Promise<Settings> {
    for (;;) {
      const text = await file.edit(env);
      try {
        return parseSettings(text, "the text");
      } catch (error) {
        if (!(error instanceof Complaint)) throw error;
        out.note(error.message);
        if (!(await ask.confirm("Edit again?", true))) throw new Complaint("nothing was changed");
      }
    }
  }
}

const HEAD = `# The whole configuration of the router: a line "name=value" for each setting.
# A line that you remove removes its setting. Lines that begin with # are left out.`;
