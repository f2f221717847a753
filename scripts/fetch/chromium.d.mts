export const chromiumPath: () => string;
export const CHROMIUM_FLAGS: readonly string[];
