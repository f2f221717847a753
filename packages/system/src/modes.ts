/** Permissions as people write them: "0644". */
export const modeText = (mode: number): string => (mode & 0o7777).toString(8).padStart(4, "0");
