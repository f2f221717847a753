/** Major, minor and micro, as i2pd counts. */
export type Version = readonly [number, number, number];

export function parseVersion(text: string): Version | undefined {
  const [, major, minor, micro] = /\b(\d+)\.(\d+)\.(\d+)\b/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(micro)];
}

export function isAtLeast(version: Version, least: Version): boolean {
  const differs = version.findIndex((part, index) => part !== least[index]);
  return differs < 0 || (version[differs] ?? 0) > (least[differs] ?? 0);
}
