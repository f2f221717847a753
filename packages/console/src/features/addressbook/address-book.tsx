import type { BookNameEntry, Result } from "@pilothouse/protocol";
import { useEffect, useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Copy } from "../../parts/copy.js";
import { TextField } from "../../parts/form.js";
import { List } from "../../parts/list.js";
import { useAppState, useDebounced, useI18n, useLoaded } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";
import { AddName } from "./add-name.js";
import { LookUp } from "./look-up.js";
import { Subscriptions } from "./subscriptions.js";

export type Book = Result<"pilothouse.names">;

/** The names that the router knows: thousands, so they come in pages. */
export function AddressBook() {
  const { texts, format, announce, fill } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().addressbook;
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim().toLowerCase());
  const asked = search === "" ? {} : { search };
  const loaded = useLoaded(() => session.call("pilothouse.names", asked), [session, search]);
  const [further, setFurther] = useState<readonly BookNameEntry[]>([]);
  useEffect(() => setFurther([]), [loaded.value]);
  const names = loaded.value && [...loaded.value.names, ...further];
  const total = loaded.value?.total ?? 0;
  const last = names?.at(-1)?.name;
  const more = async () => {
    if (last === undefined) return;
    const page = await session.call("pilothouse.names", { ...asked, after: last });
    setFurther((now) => [...now, ...page.names]);
  };
  const remove = async ({ name }: BookNameEntry) => {
    await session.call("pilothouse.names", { remove: [name] }, true);
    announce(fill(words.removed, { name }));
    await loaded.reload();
  };
  const interruption = (change: keyof Book["interruptsForMs"]) => {
    const ms = loaded.value?.interruptsForMs[change] ?? null;
    return ms === null ? "" : fill(words.interrupts, { seconds: Math.ceil(ms / 1_000) });
  };
  return (
    <>
      <Card about={words.about}>
        <TextField label={words.search} type="search" value={typed} onValue={setTyped} spellcheck={false} />
        {loaded.value && <p role="status">{fill(words.total, { count: format.count(total) })}</p>}
        <List
          caption={words.names}
          loaded={loaded}
          rows={names}
          keyOf={({ name }) => name}
          empty={words.none}
          small
          columns={[
            { name: words.name, show: ({ name }) => name },
            {
              name: words.address,
              show: ({ name, address }) => (
                <>
                  <code class="breaks">{address}</code>{" "}
                  <Copy text={address} label={`${texts.common.copy}: ${name}`} />
                </>
              ),
            },
          ]}
          actions={[
            {
              label: texts.common.remove,
              scope: "settings",
              confirm: ({ name }) => ({
                title: fill(words.removeTitle, { name }),
                more: [words.removeMore, interruption("remove")].join(" "),
              }),
              run: remove,
            },
          ]}
        />
        {names && names.length < total && (
          <button type="button" onClick={() => void more()}>
            {words.more}
          </button>
        )}
      </Card>
      <LookUp />
      <AddName onAdded={loaded.reload} />
      {loaded.value && (
        <Subscriptions
          saved={loaded.value.subscriptions}
          interruption={interruption("subscribe")}
          onSaved={loaded.reload}
        />
      )}
    </>
  );
}
