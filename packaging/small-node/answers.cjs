// Prints what a Node answers where it needs ICU's tables. A smaller one has to answer the same.
const { domainToASCII, domainToUnicode } = require("node:url");
const { Worker } = require("node:worker_threads");

const english = { timeZone: "Europe/Berlin", dateStyle: "full", timeStyle: "full" };
const parts = (granularity, text) =>
  Array.from(new Intl.Segmenter("en", { granularity }).segment(text), ({ segment }) => segment);
const decoded = (label, ...bytes) => new TextDecoder(label, { fatal: true }).decode(Uint8Array.from(bytes));
const named = (type, code) => new Intl.DisplayNames("en", { type }).of(code);
const failure = (action) => {
  try {
    return action();
  } catch ({ code }) {
    return code;
  }
};

const ANSWERS = [
  () => Intl.DateTimeFormat("en", english).format(1e12),
  () => new Date(2026, 6, 1).getTimezoneOffset(),
  () => Intl.supportedValuesOf("timeZone"),
  () => Intl.DateTimeFormat("en-GB-u-ca-hebrew-nu-arab").format(1e12),
  () =>
    ["grapheme", "word", "sentence"].map((kind) => parts(kind, "Eins. Zwei e\u0301 👨‍👩‍👧🇩🇪 한국! Done.")),
  () => ["NFC", "NFD", "NFKC", "NFKD"].map((form) => "ﬁ e\u0301 Å ① 각".normalize(form)),
  () => [/^\p{L}\p{Script=Greek}\p{Emoji}\P{C}$/u.test("aα😀x"), /ſtraẞe/iu.test("straße")],
  () => ["z", "ä", "a", "Z", "é", "E", "10", "9"].sort((a, b) => a.localeCompare(b, "en", { numeric: true })),
  () => ["ıi".toLocaleUpperCase("tr"), "ΑΣ".toLowerCase(), "ß".toUpperCase()],
  () => [new URL("http://bücher.example/ä").href, domainToASCII("ñ.com"), domainToUnicode("xn--ida.com")],
  () => [decoded("utf-8", 0xc3, 0xa4), decoded("utf-16le", 0xe4, 0), decoded("utf-16be", 0, 0xe4)],
  () => failure(() => decoded("utf-8", 0xff)),
  () => [new TextDecoder("latin1").decode(Uint8Array.of(0xe4)), Buffer.from([0xe4]).toString("latin1")],
  () => (1234.5).toLocaleString("en", { style: "currency", currency: "EUR" }),
  () => (1234.5).toLocaleString("en-GB", { style: "unit", unit: "megabyte-per-second", unitDisplay: "long" }),
  () => (5e6).toLocaleString("en", { notation: "compact", compactDisplay: "long" }),
  () => [named("region", "DE"), named("language", "fr"), named("script", "Cyrl"), named("currency", "EUR")],
  () => new Intl.RelativeTimeFormat("en").format(-3, "day"),
  () => new Intl.ListFormat("en").format(["a", "b", "c"]),
  () => new Intl.PluralRules("en", { type: "ordinal" }).select(2),
  () => Intl.DateTimeFormat.supportedLocalesOf(["en", "en-US", "en-GB"]),
  () => process.versions,
];

const answers = ANSWERS.map((answer) => answer());
const code = 'require("node:worker_threads").parentPort.postMessage(new Date(0).toLocaleString("en"))';
new Worker(code, { eval: true }).once("message", (answer) => {
  process.stdout.write(`${JSON.stringify([...answers, answer], null, 1)}\n`);
});
