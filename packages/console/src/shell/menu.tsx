import { GROUP_NAMES, isIn, PAGES_OF, type PageName, pageAddress } from "../page-names.js";
import { Icon } from "../parts/icon.js";
import { useCell, useSelector } from "../state/cell.js";
import { useAppState, useI18n } from "../state/hooks.js";
import type { RouterSnapshot } from "../state/live.js";
import { useLimited, useScope } from "../state/scope.js";

interface MenuProps {
  readonly page: PageName;
  readonly open: boolean;
  readonly onChosen: () => void;
}

const versionOf = (snapshot: Pick<RouterSnapshot, "status"> | undefined) => snapshot?.status.version;

/** The pages in their groups. */
export function Menu({ page, open, onChosen }: MenuProps) {
  const { texts, fill } = useI18n();
  const { live, drafts, place } = useAppState();
  const scope = useScope();
  const isLimited = useLimited();
  const unsaved = useCell(drafts.pages);
  const routerVersion = useSelector(live.snapshot, versionOf);
  const hubVersion = useSelector(live.hub, versionOf);
  const version = routerVersion ?? hubVersion;
  const groups = GROUP_NAMES.map((group) => ({
    group,
    pages: PAGES_OF(group).filter(([name]) => isIn(place, name, scope, isLimited)),
  })).filter(({ pages }) => pages.length > 0);
  return (
    <nav id="menu" class={open ? "open" : ""} aria-label={texts.shell.pages}>
      <div class="menu">
        {groups.map(({ group, pages }) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{texts.groups[group]}</h2>
            <ul>
              {pages.map(([name, icon]) => (
                <li key={name}>
                  <a
                    href={pageAddress(name)}
                    aria-current={name === page ? "page" : undefined}
                    // A link to the current page causes no hashchange event.
                    onClick={onChosen}
                  >
                    <Icon name={icon} /> <span>{texts.pages[name]}</span>
                    {unsaved.includes(name) && (
                      <span class="dot" title={texts.shell.draft}>
                        <span class="unseen">{texts.shell.draft}</span>
                      </span>
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {version && <p class="about">{fill(texts.shell.service, { version })}</p>}
      </div>
    </nav>
  );
}
