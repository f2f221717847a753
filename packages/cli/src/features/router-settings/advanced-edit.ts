import type { Settings } from "@pilothouse/protocol";
import type { Context } from "../../command/context.js";
import { withClient } from "../../remote/session.js";
import { EditedFile } from "../../terminal/editor.js";
import { Complaint, EXIT } from "../../terminal/exit.js";
import {
  checked,
  type Difference,
  difference,
  isEmpty,
  parseSettings,
  settingLines,
} from "../../terminal/settings-text.js";
import { needsRestart, reportChange, show, write } from "./advanced.js";
import { atRevision, ChangedMeanwhile } from "./at-revision.js";

/** The whole configuration in the person's editor; what differs afterwards is shown and then written. */
export async function advancedEdit(
  context: Context,
  _args: [],
  { dryRun }: { readonly dryRun?: true },
): Promise<void> {
  const { ask, env, out } = context;
  if (!ask.possible)
    throw new Complaint("edit needs a terminal; scripts use advanced set or replace", EXIT.usage);
  const { value: before, ifRevision } = await withClient(context, ({ client, signal }) =>
    atRevision(client, signal, () => client.advanced.getAll({ signal })),
  );
  // A value with a line's end, which some routers hold, would read as two settings.
  checked(Object.fromEntries(before), "the router's configuration");
  const file = new EditedFile(`${[HEAD, ...settingLines(before)].join("\n")}\n`);
  let kept = true;
  try {
    for (;;) {
      const wanted = await edited(file);
      const change = difference(before, wanted);
      const writes = !dryRun && !isEmpty(change);
      const outcome = writes ? await written(change, wanted) : {};
      if (outcome.refused !== undefined) {
        await again(outcome.refused);
        continue;
      }
      reportChange(context, change, { dryRun, shown: !dryRun, restartNeeded: outcome.restartNeeded });
      break;
    }
    kept = false;
  } finally {
    if (kept) out.note(`Your text is kept in ${file.path}`);
    else file.remove();
  }

  /** Shows and writes the change. If the router refuses it, you can correct it in the editor; other errors end it. */
  async function written(
    change: Difference,
    wanted: Settings,
  ): Promise<{ readonly refused?: Complaint; readonly restartNeeded?: boolean | undefined }> {
    show(context, change);
    await ask.agree("Write this?");
    let isWriting = false;
    try {
      return await withClient(context, async ({ client, signal }) => {
        // If somebody else has written meanwhile, the edited text does not know that and must not undo it.
        if (
          ifRevision === undefined &&
          !isEmpty(difference(before, await client.advanced.getAll({ signal })))
        )
          throw new ChangedMeanwhile();
        isWriting = true;
        await write(client, wanted, change, { signal, ifRevision });
        return { restartNeeded: await needsRestart(client, signal) };
      });
    } catch (error) {
      if (!isWriting || error instanceof ChangedMeanwhile) throw error;
      if (error instanceof Complaint && error.exitCode === EXIT.failed) return { refused: error };
      throw error;
    }
  }

  async function again({ message }: Complaint): Promise<void> {
    out.note(message);
    if (!(await ask.confirm("Edit again?", true))) throw new Complaint("nothing was changed");
  }

  async function edited(file: EditedFile): Promise<Settings> {
    for (;;) {
      const text = await file.edit(env);
      try {
        return parseSettings(text, "the text");
      } catch (error) {
        if (!(error instanceof Complaint)) throw error;
        await again(error);
      }
    }
  }
}

const HEAD = `# The whole configuration of the router: a line "name=value" for each setting.
# A line that you remove removes its setting. Lines that begin with # are left out.`;
