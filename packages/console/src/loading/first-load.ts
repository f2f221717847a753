const AGAIN_MS = 1_000;

/**
 * Loads what no page can be shown without, and tries again until it succeeds. Meanwhile it says so in English: the
 * texts are what is missing.
 */
export async function loadFirst<T>(load: () => Promise<T>, place: HTMLElement): Promise<T> {
  for (;;) {
    try {
      const loaded = await load();
      place.replaceChildren();
      return loaded;
    } catch {
      const button = document.createElement("button");
      button.textContent = "Try again";
      // Some browsers remember that a file could not be loaded, until the page is loaded again.
      button.addEventListener("click", () => location.reload());
      const says = document.createElement("p");
      says.append("The console could not be loaded: the service does not answer. Trying again… ", button);
      place.replaceChildren(says);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
