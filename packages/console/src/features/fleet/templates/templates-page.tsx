import type { Result } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { withPageTexts } from "../../../loading/with-texts.js";
import { pageAddress } from "../../../page-names.js";
import { Card } from "../../../parts/card.js";
import { Dialog } from "../../../parts/dialog.js";
import { useBase } from "../../../parts/meanwhile/base.js";
import { May } from "../../../parts/needs.js";
import { Failure, Loading, Notice } from "../../../parts/notice.js";
import { actorWords } from "../../../reasons/actor-words.js";
import { type Form, useDraft } from "../../../state/drafts/drafts.js";
import { useAppState, useI18n, useLoaded, useTask } from "../../../state/hooks.js";
import { usePageTexts } from "../../../state/page-texts.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { Comparisons } from "./comparisons.js";
import { isErrorOf, TemplateEditor } from "./template-editor.js";

/** Undefined: not edited, so show what was applied last. */
const FORM: Form<string | undefined> = { page: "templates", empty: undefined };

/** The template, which sets settings by label: an editor, a preview and a button to apply it. */
export const TemplatesPage = withPageTexts(
  withFleetTexts(({ words: all }: FleetPageProps) => {
    const { texts, format, announce, fill } = useI18n();
    const { session, drafts } = useAppState();
    const inWords = { words: all, texts, pages: usePageTexts() };
    const { templates: words } = all;
    const loaded = useLoaded(() => session.call("fleet.template", {}), [session]);
    const task = useTask();
    const [draft, cell] = useDraft(drafts, FORM);
    const [compared, setCompared] = useState<Result<"fleet.template">>();
    const [missing, setMissing] = useState<readonly string[]>([]);
    const [isAsking, setAsking] = useState(false);
    const { template = null, by = null, at = null, revision } = loaded.value ?? {};
    const base = useBase(drafts, FORM.page, revision, draft !== undefined);
    // Somebody has applied another one since this text was begun.
    const isOld = compared !== undefined && compared.revision !== base.revision;
    const drift = useLoaded(
      async () => (template === null ? NO_DRIFT : session.call("fleet.drift", {})),
      [session, template],
    );
    const text = draft ?? template ?? "";
    const change = (next: string) => {
      cell.set(next === (template ?? "") ? undefined : next);
      setCompared(undefined);
      task.clear();
    };
    const discard = async () => {
      await loaded.reload();
      cell.set(undefined);
      setCompared(undefined);
      task.clear();
    };
    const isOfText = isErrorOf(task.error, ["text", "template"]);
    const compare = () => task.run(async () => setCompared(await session.call("fleet.template", { text })));
    const takeOver = () =>
      task.run(async () => {
        const answer = await session.call("fleet.import", {});
        change(answer.text);
        setMissing(answer.missing);
      });
    const apply = () => {
      setAsking(false);
      void task.run(async () => {
        const ifRevision = compared?.revision;
        setCompared(undefined);
        await session.call("fleet.rollout", {
          ...{ kind: "apply", template: text },
          ...(ifRevision !== undefined && { ifRevision }),
        });
        // It is kept as the applied template now.
        cell.update((now) => (now === draft ? undefined : now));
        announce(all.restart.started);
        location.hash = pageAddress("rollouts");
      });
    };
    return (
      <div class="columns wide">
        <Card title={words.title} about={words.about}>
          <Loading of={loaded} />
          {loaded.value !== undefined && (
            <p class="about">
              {at === null
                ? words.none
                : fill(words.applied, { by: actorWords(by ?? "–", texts), when: format.moment(at) })}
            </p>
          )}
          <TemplateEditor text={text} error={isOfText ? task.error : undefined} words={all} onText={change} />
          {!isOfText && <Failure error={task.error} />}
          {missing.length > 0 && (
            <Notice tone="warning">{fill(words.missing, { nodes: missing.join(", ") })}</Notice>
          )}
          <div class="actions">
            <button
              type="button"
              class="primary"
              disabled={task.busy || text.trim() === ""}
              onClick={() => void compare()}
            >
              {words.dryRun}
            </button>
            <May scope="settings">
              <button
                type="button"
                disabled={task.busy || compared === undefined}
                onClick={() => setAsking(true)}
              >
                {words.apply}
              </button>
            </May>
            <button type="button" disabled={task.busy} onClick={() => void takeOver()}>
              {words.import}
            </button>
            {draft !== undefined && (
              <button type="button" onClick={() => void discard()}>
                {texts.network.discard}
              </button>
            )}
          </div>
          {isOld && (
            <Notice tone="warning">
              {fill(words.newer, {
                by: actorWords(compared.by ?? "–", texts),
                when: format.moment(compared.at ?? 0),
              })}
            </Notice>
          )}
          {compared && (
            <Comparisons
              title={words.wouldChange}
              none={compared.checked > 0 ? words.nothing : words.selectsNone}
              compared={compared}
              {...inWords}
            />
          )}
        </Card>
        {template !== null && (
          <Card
            title={words.drift}
            about={words.driftMore}
            aside={
              <button type="button" onClick={() => void drift.reload()}>
                {texts.common.refresh}
              </button>
            }
          >
            <Loading of={drift} />
            {drift.value && (
              <Comparisons
                title={words.drift}
                none={drift.value.checked > 0 ? words.noDrift : words.selectsNone}
                compared={drift.value}
                {...inWords}
                isCounted
              />
            )}
          </Card>
        )}
        {isAsking && (
          <Dialog
            title={words.askApply}
            yes={words.applyYes}
            danger
            onLeave={() => setAsking(false)}
            onYes={apply}
          >
            <p>{fill(words.applyMore, { count: format.count(compared?.nodes.length ?? 0) })}</p>
          </Dialog>
        )}
      </div>
    );
  }),
);

/** Without a template there is nothing to differ from. */
const NO_DRIFT = { nodes: [], checked: 0, next: null } satisfies Result<"fleet.drift">;
