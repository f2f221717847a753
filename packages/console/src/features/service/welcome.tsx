import { useState } from "preact/hooks";
import { pageAddress } from "../../page-names.js";
import { Card } from "../../parts/card.js";
import { Command } from "../../parts/copy.js";
import { Icon } from "../../parts/icon.js";
import { isLocalPage } from "../../state/browser/address.js";
import { useCell } from "../../state/cell.js";
import { useAppState, useI18n } from "../../state/hooks.js";
import { usePageTexts } from "../../state/page-texts.js";

const JAVA =
  "pilothouse serve --router upstream --http-port 7667 --upstream-url http://127.0.0.1:7657/jsonrpc/ --upstream-password-file ~/.java-i2p-password";
const STEPS = ["password", "router", "reach"] as const;

/** First steps after the password was chosen; each can be skipped. */
export function Welcome() {
  const { texts, format, fill } = useI18n();
  const { live, node } = useAppState();
  const snapshot = useCell(live.snapshot);
  const words = usePageTexts().welcome;
  const isFactory = snapshot?.status.factory === true;
  const [step, setStep] = useState(isFactory ? 0 : 1);
  const name = STEPS[step] ?? "reach";
  const isLast = step === STEPS.length - 1;
  const leave = () => {
    location.hash = pageAddress("overview");
  };
  return (
    <>
      <p class="about">{words.about}</p>
      <ol class="steps">
        {STEPS.map((one, index) => (
          <li key={one} aria-current={index === step ? "step" : undefined}>
            <button type="button" class="quiet" onClick={() => setStep(index)}>
              <span class="number">{index < step ? <Icon name="good" /> : format.count(index + 1)}</span>{" "}
              {words[one]}
            </button>
          </li>
        ))}
      </ol>
      <Card
        title={words[name]}
        about={fill(words.step, { number: format.count(step + 1), of: format.count(STEPS.length) })}
        class="readable"
      >
        {name === "password" &&
          (isFactory ? (
            <p>
              {texts.findings["password.factory"].more}{" "}
              <a href={pageAddress("sessions")}>{texts.pages.sessions}</a>
            </p>
          ) : (
            <p>{words.passwordDone}</p>
          ))}
        {name === "router" && snapshot && (
          <WhichRouter simulated={snapshot.status.simulated} router={snapshot.status.router} />
        )}
        {name === "reach" && (
          <>
            {node === undefined && isLocalPage() && (
              <>
                <p>{words.reachMore}</p>
                <Command text={tunnel()} />
              </>
            )}
            <p>
              {words.programs} <a href={pageAddress("applications")}>{texts.pages.applications}</a>
            </p>
          </>
        )}
        <div class="actions end">
          {!isLast && (
            <button type="button" onClick={leave}>
              {words.skip}
            </button>
          )}
          <button type="button" class="primary" onClick={() => (isLast ? leave() : setStep(step + 1))}>
            {isLast ? words.finish : words.next}
          </button>
        </div>
      </Card>
    </>
  );
}

function WhichRouter({ simulated, router }: { readonly simulated: boolean; readonly router: string }) {
  const { welcome: words } = usePageTexts();
  const { fill } = useI18n();
  if (!simulated) return <p>{fill(words.routerDone, { router })}</p>;
  return (
    <>
      <p>{words.routerDemo}</p>
      <Command label={words.i2pd} text="sudo pilothouse setup i2pd" />
      <Command label={words.i2pdSource} text="pilothouse serve --router i2pd" />
      <Command label={words.java} text={JAVA} />
    </>
  );
}

/** An SSH tunnel to the port of the service, which is the one that served this page: not so for a node's pages. */
const tunnel = (): string => {
  const port = location.port || (location.protocol === "https:" ? "443" : "80");
  return `ssh -L ${port}:127.0.0.1:${port} you@router-machine`;
};
