import { ask } from "@pilothouse/client/browser";
import type { WebApplication } from "@pilothouse/protocol";
import { Card } from "../parts/card.js";
import { Switch } from "../parts/field.js";
import { Failure } from "../parts/notice.js";
import { Table } from "../parts/table.js";
import { useHelm, useLoaded, useSpeech, useTask } from "../state/hooks.js";

export function Applications() {
  const { texts, say } = useSpeech();
  const { session } = useHelm();
  const words = texts.applications;
  const { value, error, reload, replace } = useLoaded(
    () => session.ask(ask.own("pilothouse.webapps", {})),
    [session],
  );
  const task = useTask();

  const change = (name: string, to: Partial<Pick<WebApplication, "running" | "autostart">>) =>
    task
      .run(async () => {
        // The switch follows the finger at once; what the service says comes after.
        replace({
          applications: (value?.applications ?? []).map((one) =>
            one.name === name ? { ...one, ...to } : one,
          ),
        });
        await session.ask(ask.own("pilothouse.webapps", { name, ...to }));
        say(words.switched(name));
      })
      .finally(reload);
  return (
    <Card about={words.about}>
      <Failure error={error} retry={reload} />
      <Failure error={task.error} />
      <Table caption={texts.pages.applications} columns={[words.name, words.running, words.autostart]}>
        {value?.applications.map(({ name, title, running, autostart }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>{" "}
              <span class="about" lang="en">
                {title}
              </span>
            </th>
            <td>
              <Switch
                label={`${name}: ${words.running}`}
                on={running}
                onSwitch={(on) => void change(name, { running: on })}
              />
            </td>
            <td>
              <Switch
                label={`${name}: ${words.autostart}`}
                on={autostart}
                onSwitch={(on) => void change(name, { autostart: on })}
              />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
