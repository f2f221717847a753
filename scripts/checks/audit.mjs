// `npm run audit`: asks the registry for known vulnerabilities in anything that is installed, tools included. Not
// a part of `npm test`, which uses no network, and whose outcome must not change when our code has not.
import { spawnSync } from "node:child_process";
import { root } from "../prepare.mjs";

/** Known, and why it does not concern us: by the address of its advisory. */
const EXPLAINED = {};

const { stdout } = spawnSync("npm", ["audit", "--json"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
const report = JSON.parse(stdout || "{}");
if (report.metadata === undefined) {
  const why = report.message ?? report.error?.summary ?? "no answer";
  process.stderr.write(
    `The registry that npm is set to could not be asked: ${why}\nSo it is not known whether there are vulnerabilities. Try again when online, with a registry that offers audits (npm audit --registry=…).\n`,
  );
  process.exit(2);
}
const advisories = Object.values(report.vulnerabilities).flatMap(({ via }) =>
  via.filter((one) => typeof one === "object"),
);
const unexplained = advisories.filter(({ url }) => !(url in EXPLAINED));
for (const { name, range, severity, title, url } of unexplained)
  process.stdout.write(`${severity}: ${name} ${range}: ${title} (${url})\n`);
const { total } = report.metadata.dependencies;
process.stdout.write(
  `${total} packages, ${advisories.length} known vulnerabilities, ${unexplained.length} unexplained\n`,
);
process.exitCode = unexplained.length === 0 ? 0 : 1;
