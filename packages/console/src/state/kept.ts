/** What a person prefers, kept by the browser between visits. Nothing secret ever goes here. */
export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(`pilothouse.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A browser may forbid it; then the choice lasts as long as the page. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`pilothouse.${name}`, value);
  } catch {
    // Forbidden.
  }
}
