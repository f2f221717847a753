import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Form, fieldErrors, TextField } from "../../parts/form.js";
import { Notice } from "../../parts/notice.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

/** Adds a name. The service says that it did only once the router resolves it. */
export function AddName({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const { fill, announce } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().addressbook;
  const task = useTask();
  const [name, setName] = useState("");
  const [destination, setDestination] = useState("");
  const [done, setDone] = useState<string>();
  const add = () =>
    task.run(async () => {
      setDone(undefined);
      const entry = { name: name.trim(), destination: destination.trim() };
      const { found } = await session.call(
        "pilothouse.names",
        { add: entry, lookup: entry.name, limit: 0 },
        true,
      );
      const said = fill(words.leads, { name: entry.name, address: found?.address ?? "" });
      setDone(said);
      announce(said);
      setName("");
      setDestination("");
      await onAdded();
    });
  const errors = fieldErrors(task.error, ["name", "Hostname", "destination", "Destination"]);
  return (
    <Card title={words.add} about={words.addMore} needs="settings" entry={done === undefined}>
      {done !== undefined && (
        <div class="breaks">
          <Notice tone="good">{done}</Notice>
        </div>
      )}
      <Form
        task={task}
        errors={errors}
        submit={words.add}
        blocked={name.trim() === "" || destination.trim() === ""}
        onSubmit={() => void add()}
      >
        <TextField
          label={words.name}
          placeholder="example.i2p"
          help={words.nameHelp}
          error={errors.at("name") || errors.at("Hostname")}
          pattern="\s*[a-z0-9.\-]+\.i2p\s*"
          spellcheck={false}
          autocomplete="off"
          value={name}
          onValue={setName}
        />
        <TextField
          label={words.destination}
          help={words.destinationHelp}
          error={errors.at("destination") || errors.at("Destination")}
          minLength={516}
          spellcheck={false}
          autocomplete="off"
          value={destination}
          onValue={setDestination}
        />
      </Form>
    </Card>
  );
}
