/** In this order: browsers name others as well, to be taken for them. */
const BROWSERS = [
  [/\bEdg/, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;

const LONGEST = 64;

/** What a session is called until somebody names it, alike in every language: "Firefox, Linux", or how a program calls itself. */
export function sessionNameFrom(agent: string | undefined): string {
  const plain = (agent ?? "").replace(/[^ -~]/g, "").trim();
  if (!plain.startsWith("Mozilla/")) return plain.slice(0, LONGEST);
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (known) => known.find(([pattern]) => pattern.test(plain))?.[1],
  );
  return system === undefined ? (browser ?? "Browser") : `${browser ?? "Browser"}, ${system}`;
}
