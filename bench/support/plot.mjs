// Draws growth as an SVG: how many times the first value each later one is, both axes logarithmic.
// What is flat lies level, and what is linear runs along the dashed line.
const WIDTH = 720;
const HEIGHT = 420;
const AREA = { left: 78, right: 190, top: 48, bottom: 58 };
const COLOURS = ["#0b62a4", "#c2410c", "#15803d", "#7e22ce"];
const FONT = "font-family='system-ui, sans-serif'";

/** `lines` are named lists of [n, value]; `ticks` gives names to places on the x axis, decades by default. */
export function plot({ title, x, lines: measured, ticks }) {
  const lines = measured.map(({ name, points }) => ({
    name,
    points: points.map(([at, value]) => [at, value / points[0][1]]),
  }));
  const points = lines.flatMap((line) => line.points);
  const xs = points.map(([at]) => at);
  const ys = points.map(([, value]) => Math.log10(value));
  // From a third to three times at least, or noise would fill the picture.
  const yRange = [Math.min(-0.5, ...ys.map((y) => y - 0.1)), Math.max(0.5, ...ys.map((y) => y + 0.1))];
  const xRange = [Math.log10(Math.min(...xs)), Math.log10(Math.max(...xs))];
  const [w, h] = [WIDTH - AREA.left - AREA.right, HEIGHT - AREA.top - AREA.bottom];
  const across = (value) =>
    Math.round(AREA.left + ((Math.log10(value) - xRange[0]) / (xRange[1] - xRange[0])) * w);
  const up = (value) =>
    Math.round(AREA.top + h - ((Math.log10(value) - yRange[0]) / (yRange[1] - yRange[0])) * h);
  const text = (at, baseline, words, more = "") =>
    `<text x='${at}' y='${baseline}' ${FONT} font-size='13' fill='#333' ${more}>${escaped(words)}</text>`;
  const centre = "text-anchor='middle'";

  const columns = ticks ?? decades(xRange).map((value) => [value, short(value)]);
  const grid = [
    ...columns.map(
      ([value, name]) =>
        `<path d='M${across(value)} ${AREA.top}v${h}' stroke='#ddd'/>${text(across(value), AREA.top + h + 20, name, centre)}`,
    ),
    ...steps(yRange).map(
      (value) =>
        `<path d='M${AREA.left} ${up(value)}h${w}' stroke='#ddd'/>${text(AREA.left - 8, up(value) + 4, short(value), "text-anchor='end'")}`,
    ),
  ];
  const steepest = Math.min(10 ** yRange[1], Math.max(...xs) / Math.min(...xs));
  const [right, top] = [across(Math.min(...xs) * steepest), up(steepest)];
  const linear = `M${across(Math.min(...xs))} ${up(1)}L${right} ${top}`;
  const ends = apart(lines.map((line) => up(line.points.at(-1)[1])));
  const drawn = lines.map(({ name, points: of }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = of
      .map(([at, value], step) => `${step === 0 ? "M" : "L"}${across(at)} ${up(value)}`)
      .join("");
    const dots = of.map(
      ([at, value]) => `<circle cx='${across(at)}' cy='${up(value)}' r='3.5' fill='${colour}'/>`,
    );
    return `<path d='${path}' fill='none' stroke='${colour}' stroke-width='2'/>${dots.join("")}
${text(AREA.left + w + 12, ends[index] + 4, name, `style='fill:${colour}'`)}`;
  });
  return `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${WIDTH} ${HEIGHT}' width='${WIDTH}' height='${HEIGHT}' role='img'>
<title>${escaped(title)}</title>
<rect width='100%' height='100%' fill='#fff'/>
${text(AREA.left, 28, title, "font-weight='600'")}
${grid.join("\n")}
<rect x='${AREA.left}' y='${AREA.top}' width='${w}' height='${h}' fill='none' stroke='#999'/>
${text(AREA.left + w / 2, HEIGHT - 14, x, centre)}
<path d='${linear}' stroke='#777' stroke-dasharray='5 4'/>
${text(right + 6, top + 14, "linear", "style='fill:#777'")}
${text(0, 0, "times the first value", `${centre} transform='translate(20 ${AREA.top + h / 2}) rotate(-90)'`)}
${drawn.join("\n")}
</svg>
`;
}

/** Powers of ten within a range of logarithms. */
function decades([low, high]) {
  const found = [];
  for (let power = Math.ceil(low); power <= high + 1e-9; power++) found.push(10 ** power);
  return found;
}

/** Where few decades are seen, what lies between them helps. */
function steps(range) {
  if (range[1] - range[0] > 2) return decades(range);
  return decades([range[0] - 1, range[1]])
    .flatMap((value) => [value, 2 * value, 5 * value])
    .filter((value) => Math.log10(value) >= range[0] && Math.log10(value) <= range[1]);
}

/** Moves names down where two lines end at nearly the same height. */
function apart(heights) {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  const placed = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const { height, index } of order) {
    placed[index] = Math.max(height, free);
    free = placed[index] + 18;
  }
  return placed;
}

const short = (value) => (value < 1 ? String(Number(value.toPrecision(1))) : value.toLocaleString("en"));
const escaped = (words) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
