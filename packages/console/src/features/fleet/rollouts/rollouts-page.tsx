import { useState } from "preact/hooks";
import { Card } from "../../../parts/card.js";
import { Loading } from "../../../parts/notice.js";
import { useAppState, usePolled } from "../../../state/hooks.js";
import { type FleetPageProps, withFleetTexts } from "../with-fleet-texts.js";
import { QueueCard } from "./queue-card.js";
import { RestartDialog } from "./restart-dialog.js";
import { RolloutCard } from "./rollout-card.js";

const EVERY_MS = 2_000;

/** The roll-outs, newest first, with their progress. */
export const RolloutsPage = withFleetTexts(({ words }: FleetPageProps) => {
  const { session } = useAppState();
  const [starting, setStarting] = useState(false);
  const loaded = usePolled(() => session.call("fleet.rollouts", {}), EVERY_MS, [session]);
  const { value, reload } = loaded;
  return (
    <div class="columns wide">
      <div>
        <Card
          needs="operate"
          about={words.rollouts.about}
          aside={
            <button type="button" class="primary" onClick={() => setStarting(true)}>
              {words.rollouts.start}
            </button>
          }
        >
          <Loading of={loaded} />
          {value?.rollouts.length === 0 && <p>{words.rollouts.none}</p>}
        </Card>
        {value?.rollouts.map((rollout) => (
          <RolloutCard key={rollout.id} rollout={rollout} words={words} onChanged={reload} />
        ))}
      </div>
      <QueueCard words={words} />
      {starting && (
        <RestartDialog
          words={words}
          onLeave={() => setStarting(false)}
          onStarted={() => {
            setStarting(false);
            void reload();
          }}
        />
      )}
    </div>
  );
});
