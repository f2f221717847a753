import type { InfoName } from "@pilothouse/client/browser";
import { infoDefinition } from "@pilothouse/protocol";
import { Card } from "../../parts/card.js";
import { useI18n } from "../../state/hooks.js";
import { type RouterSnapshot, UP } from "../../state/live.js";

/** Figures that only some routers report. Without any there is no card. */
export function Details({ snapshot: { info, status } }: { readonly snapshot: RouterSnapshot }) {
  const { texts, format } = useI18n();
  const { detail, figures } = texts.overview;
  const reported = (Object.keys(figures) as (InfoName & keyof typeof figures)[]).filter(
    (name) => info[name] !== undefined,
  );
  // While a router starts or is down, the service fills in zeros also for what the router never reports.
  if (reported.length === 0 || !UP.has(status.phase)) return null;
  return (
    <Card title={detail}>
      <dl class="facts figures">
        {reported.map((name) => (
          <div key={name}>
            <dt>{figures[name]}</dt>
            <dd>{format.inUnit(infoDefinition(`router.${name}`).unit, Number(info[name]))}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
