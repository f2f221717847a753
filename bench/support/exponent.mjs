// How something grows with a number n, judged from what was measured: as n to the power of what.

const FLAT = 0.1;
/** Above 1 by as much as noise may add. */
const LINEAR = 1.15;

/** The slope of the straight line through the logarithms, by least squares. */
export function exponent(points) {
  const logs = points.map(([n, value]) => [Math.log(n), Math.log(value)]);
  const mean = (column) => logs.reduce((sum, row) => sum + row[column], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const above = logs.reduce((sum, row) => sum + (row[0] - x) * (row[1] - y), 0);
  return above / logs.reduce((sum, row) => sum + (row[0] - x) ** 2, 0);
}

/** The same between the two largest n: a fixed cost hides growth among the small ones. */
export const lastExponent = (points) => exponent(points.slice(-2));

export function verdict(points) {
  const worst = Math.max(exponent(points), lastExponent(points));
  if (worst < -FLAT) return "falls";
  if (worst <= FLAT) return "flat";
  return worst <= LINEAR ? "linear at most" : "WORSE THAN LINEAR";
}
