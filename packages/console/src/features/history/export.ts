import { download } from "../../state/browser/download.js";
import { cssColour } from "./graph-style.js";
import type { History } from "./history.js";

const nameOf = ({ from, to }: History, ending: string): string =>
  `pilothouse-${stamp(from)}-${stamp(to)}.${ending}`;
const stamp = (seconds: number) => new Date(seconds * 1_000).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** Every value in the graphs, one line per time. */
export function csv({ graphs, times, valuesOf }: Pick<History, "graphs" | "times" | "valuesOf">): string {
  const stats = graphs.flatMap(({ lines }) => lines.map(({ stat }) => stat));
  const columns = stats.map(valuesOf);
  const rows = times.map((time, index) => [
    new Date(time * 1_000).toISOString(),
    ...columns.map((values) => values[index] ?? ""),
  ]);
  return [["time", ...stats], ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

export const saveCsv = (history: History): void =>
  download(nameOf(history, "csv"), new Blob([csv(history)], { type: "text/csv" }));

const GAP = 34;

/** The graphs as on the page, stacked, each with its title. */
export function savePng(history: History, place: HTMLElement): void {
  const graphs = [...place.querySelectorAll("figure")].flatMap((figure) => {
    const canvas = figure.querySelector("canvas");
    return canvas === null ? [] : [{ canvas, title: figure.querySelector("figcaption")?.innerText ?? "" }];
  });
  const scale = devicePixelRatio;
  const gap = GAP * scale;
  const image = document.createElement("canvas");
  image.width = Math.max(...graphs.map(({ canvas }) => canvas.width)) + gap;
  image.height = graphs.reduce((sum, { canvas }) => sum + canvas.height + gap, gap);
  const context = image.getContext("2d");
  if (context === null) return;
  context.fillStyle = cssColour("surface");
  context.fillRect(0, 0, image.width, image.height);
  context.font = `${13 * scale}px Geist, system-ui, sans-serif`;
  let top = gap / 2;
  for (const { canvas, title } of graphs) {
    context.fillStyle = cssColour("text");
    context.fillText(title.replaceAll("\n", "   "), gap / 2, top + gap / 2);
    context.drawImage(canvas, gap / 2, top + gap * 0.75);
    top += canvas.height + gap;
  }
  image.toBlob((blob) => blob && download(nameOf(history, "png"), blob));
}
