import { byProfile, counted, type Document, type Row } from "./document.js";
import { escaped } from "./texts.js";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8884; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8882; padding: .5rem; margin: .3rem 0; }
.pass, .fail, .unsupported, .skipped { font-weight: 600; white-space: nowrap; }
.pass { color: #1a7f37; } .fail { color: #cf222e; } .unsupported { color: #9a6700; } .skipped { color: #57606a; }
@media (prefers-color-scheme: dark) {
  .pass { color: #56d364; } .fail { color: #ff7b72; } .unsupported { color: #e3b341; } .skipped { color: #8b949e; }
}
.clause { color: #777; font-size: .9rem; }
`;

/** One page without scripts: what a server sent is only text in it. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;

const counts = (rows: readonly Row[]): string =>
  counted(rows, (text, outcome) => `<span class="${outcome}">${text}</span>`);

function row(one: Row): string {
  const exchanges = (one.exchanges ?? []).map(
    ({ sent, wanted, got, curl }) =>
      `<pre>sent    ${escaped(sent)}\nwanted  ${escaped(wanted)}\ngot     ${escaped(got)}\n\n${escaped(curl)}</pre>`,
  );
  return `<tr id="${escaped(one.id)}"><td><code>${escaped(one.id)}</code></td><td>${one.level}</td><td class="${one.outcome}">${one.outcome}</td><td>${escaped(one.says)}
<div class="clause">section ${escaped(one.clause.section)}: ${escaped(one.clause.text)}</div>${one.reason === undefined ? "" : `<div>${escaped(one.reason)}</div>`}${exchanges.join("")}</td></tr>`;
}

/** The report as one HTML page. */
export function html({ checks, target, kit, started, command, leftovers, remarks }: Document): string {
  const sections = byProfile(checks).flatMap(({ profile, rows }) => [
    `<h2 id="profile-${profile}">${profile}</h2><p>${counts(rows)}</p>`,
    `<table><tr><th>check</th><th>level</th><th>outcome</th><th>what is required</th></tr>${rows.map(row).join("\n")}</table>`,
  ]);
  const left = leftovers.map((one) => `<p class="fail">Not put back: ${escaped(one)}</p>`);
  const remarked = remarks.map((one) => `<p>Remark: ${escaped(one)}</p>`);
  return page(
    `Conformance of ${target.label}`,
    `<h1>Conformance of ${escaped(target.label)}</h1>
<p>${counts(checks)}</p>${left.join("")}${remarked.join("")}
<p>${escaped(target.url)}, router ${escaped(target.server || "unknown")}, ${target.names} names, ${target.evidence}. ${escaped(started)},
${kit.name} ${kit.version}, requirements of revision ${kit.revision}.</p>
<pre>${escaped(command)}</pre>
${sections.join("\n")}`,
  );
}
