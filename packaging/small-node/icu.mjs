// The tables of ICU, which Node has for all languages of the world: many files in one, with a table of contents. What is
// left here is what Node's own `--with-intl=small-icu` builds in, and the rules by which text is divided.

/** Encodings, dictionaries, ends of lines, transliteration, names of characters, numbers in words: nobody asks for them. */
const LEFT_OUT = /\.(cnv|dict|cfu|spp)$|^(translit|rbnf)\/|^brkitr\/(line|title)|^(cnvalias|unames)\.icu$/;
/** "de.res" and "zone/de_AT.res", but not "root.res" or "zoneinfo64.res": languages have two or three letters. */
const LANGUAGE = /^(?:\w+\/)?([a-z]{2,3}(?:_[A-Z\d_]\w*)?)\.res$/;
const isEnglish = (locale) => /^en(_|$)/.test(locale);
const isKept = (name) => !LEFT_OUT.test(name) && isEnglish(LANGUAGE.exec(name)?.[1] ?? "en");

const text = (bytes, at) => bytes.toString("latin1", at, bytes.indexOf(0, at));
const series = (count, of) => Array.from({ length: count }, (_, index) => of(index));

/** A header that says how long it is and what follows: the number of files, and where their names and contents are. */
function open(data) {
  if (data.readUInt16BE(2) !== 0xda27 || data[8] !== 0 || data.toString("latin1", 12, 16) !== "CmnD")
    throw new Error("these are not ICU's tables");
  const [header, body] = [data.subarray(0, data.readUInt16LE(0)), data.subarray(data.readUInt16LE(0))];
  const places = series(body.readUInt32LE(0), (row) => ({
    name: text(body, body.readUInt32LE(4 + row * 8)),
    begin: body.readUInt32LE(8 + row * 8),
  }));
  if (places.some(({ begin }, row) => begin % 16 !== 0 || begin <= places[row - 1]?.begin))
    throw new Error("ICU's tables are in another order");
  const files = places.map(({ name, begin }, row) => ({
    name,
    content: body.subarray(begin, places[row + 1]?.begin),
  }));
  return { header, files };
}

/** In the same order, since ICU searches by halves, and each at a multiple of 16. */
function close(header, files) {
  const padded = (bytes) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 15)]);
  const names = files.map(({ name }) => Buffer.from(`${name}\0`, "latin1"));
  const contents = files.map(({ content }) => padded(content));
  const rows = Buffer.alloc(4 + files.length * 8);
  const top = padded(Buffer.concat([rows, ...names])).length;
  let [nameAt, contentAt] = [rows.length, top];
  rows.writeUInt32LE(files.length);
  for (const row of files.keys()) {
    rows.writeUInt32LE(nameAt, 4 + row * 8);
    rows.writeUInt32LE(contentAt, 8 + row * 8);
    nameAt += names[row].length;
    contentAt += contents[row].length;
  }
  return Buffer.concat([header, padded(Buffer.concat([rows, ...names])), ...contents]);
}

/** The list of a folder's languages, of which only English is left, so that ICU does not look for others. */
function englishAlone(list) {
  const content = Buffer.from(list);
  const body = content.subarray(content.readUInt16LE(0));
  const [root, units] = [body.readUInt32LE(0), body.readUInt32LE(8) * 4];
  const top = (root & 0xfff_ffff) * 4;
  const count = body.readUInt16LE(top);
  const tables = series(count, (row) => body.readUInt32LE(top + Math.ceil((1 + count) / 2) * 4 + row * 4))
    .filter((item) => item >>> 28 === 5)
    .map((item) => units + (item & 0xfff_ffff) * 2);
  if (root >>> 28 !== 2 || tables.length === 0) throw new Error("a list of languages of another format");
  for (const at of tables) {
    const all = body.readUInt16LE(at);
    const number = (index) => body.readUInt16LE(at + 2 + index * 2);
    const rows = series(all, (row) => [number(row), number(all + row)]);
    const kept = rows.filter(([key]) => isEnglish(text(body, key)));
    body.fill(0, at, at + 2 + all * 4);
    const numbers = [kept.length, ...kept.map(([key]) => key), ...kept.map(([, value]) => value)];
    for (const [index, value] of numbers.entries()) body.writeUInt16LE(value, at + index * 2);
  }
  return content;
}

/** The tables without those of other languages. */
export function smallIcu(data) {
  const { header, files } = open(data);
  const kept = files
    .filter(({ name }) => isKept(name.slice(name.indexOf("/") + 1)))
    .map(({ name, content }) => ({
      name,
      content: name.endsWith("/res_index.res") ? englishAlone(content) : content,
    }));
  return close(header, kept);
}
