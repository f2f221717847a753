import type { Result } from "@pilothouse/protocol";
import { useState } from "preact/hooks";
import { Card } from "../../parts/card.js";
import { Copy } from "../../parts/copy.js";
import { Form, fieldErrors, TextField } from "../../parts/form.js";
import { Notice } from "../../parts/notice.js";
import { useAppState, useI18n, useTask } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

interface Answer {
  readonly name: string;
  readonly found: Result<"pilothouse.names">["found"];
}

/** Asks the router where a name leads to. */
export function LookUp() {
  const { fill } = useI18n();
  const { session } = useAppState();
  const words = usePageTexts().addressbook;
  const task = useTask();
  const [typed, setTyped] = useState("");
  const [answer, setAnswer] = useState<Answer>();
  const ask = () =>
    task.run(async () => {
      setAnswer(undefined);
      const name = typed.trim();
      const { found } = await session.call("pilothouse.names", { lookup: name, limit: 0 }, true);
      setAnswer({ name, found });
    });
  const errors = fieldErrors(task.error, ["lookup"]);
  return (
    <Card title={words.lookup} about={words.lookupMore} entry={answer === undefined}>
      <Form
        task={task}
        errors={errors}
        submit={words.lookup}
        onSubmit={() => void ask()}
        blocked={typed.trim() === ""}
      >
        <TextField
          label={words.nameOrAddress}
          error={errors.at("lookup")}
          spellcheck={false}
          autocomplete="off"
          value={typed}
          onValue={setTyped}
        />
      </Form>
      {answer && (
        <div role="status" class="breaks">
          {answer.found === null ? (
            <Notice tone="warning">{fill(words.notFound, { name: answer.name })}</Notice>
          ) : (
            <Notice tone="good">
              {fill(words.leads, { name: answer.name, address: answer.found.address })}{" "}
              <Copy
                text={answer.found.destination}
                label={words.copyDestination}
                says={words.copyDestination}
              />
            </Notice>
          )}
        </div>
      )}
    </Card>
  );
}
