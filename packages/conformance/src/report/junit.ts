import { byProfile, type Document, type Row } from "./document.js";
import { escaped } from "./texts.js";

function testcase(row: Row): string {
  const open = `    <testcase classname="${row.profile}" name="${escaped(row.id)}" time="${row.ms / 1_000}"`;
  if (row.outcome === "pass") return `${open}/>`;
  const reason = escaped(`${row.level}: ${row.says} ${row.reason ?? ""}`);
  if (row.outcome !== "fail")
    return `${open}><skipped message="${row.outcome}: ${escaped(row.reason ?? "")}"/></testcase>`;
  const detail = (row.exchanges ?? [])
    .flatMap(({ sent, wanted, got, curl }) => [`sent ${sent}`, `wanted ${wanted}`, `got ${got}`, curl])
    .join("\n");
  return `${open}><failure message="${reason}" type="${row.level}">${escaped(detail)}</failure></testcase>`;
}

/** JUnit's XML. What is unsupported or skipped is neither passed nor failed there: it is skipped. */
export function junit({ checks, target, started, remarks }: Document): string {
  const suites = byProfile(checks).flatMap(({ profile, rows }) => {
    const failures = rows.filter(({ outcome }) => outcome === "fail").length;
    const skipped = rows.filter(({ outcome }) => outcome === "skipped" || outcome === "unsupported").length;
    const time = rows.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
    return [
      `  <testsuite name="${profile}" tests="${rows.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${time}" timestamp="${started}">`,
      ...rows.map(testcase),
      "  </testsuite>",
    ];
  });
  const output = remarks.map((remark) => `    ${escaped(remark)}\n`).join("");
  // Remarks have a suite of their own: JUnit takes texts only there.
  if (output !== "")
    suites.push(
      `  <testsuite name="remarks" tests="0" failures="0" errors="0" skipped="0" time="0" timestamp="${started}">`,
      `    <system-out>\n${output}    </system-out>\n  </testsuite>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escaped(target.label)}">\n${suites.join("\n")}\n</testsuites>\n`;
}
