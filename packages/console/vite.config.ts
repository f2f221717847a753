import { defineConfig, type Plugin, type Rolldown } from "vite";
import { texts } from "./texts.mjs";

/**
 * The page has texts of its own, its explorer asks the service, and who may call what is not for it to judge: so
 * descriptions in the interface's rows, and what only the service uses, stay out.
 */
const UNUSED =
  /\b(?:(?:description|when|means|guard|scope|others|todo): "(?:[^"\\]|\\.)*"|(?:extension|inert|settings): true),?/g;
const withoutDescriptions: Plugin = {
  name: "without-descriptions",
  transform: (code, id) => (id.includes("/protocol/dist/") ? code.replaceAll(UNUSED, "") : null),
};

/** Whether the entry imports it, itself or through others. */
function isFirst(
  id: string,
  infoOf: (id: string) => Rolldown.ModuleInfo | null,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const { isEntry = false, importers = [] } = infoOf(id) ?? {};
  return isEntry || importers.some((importer) => isFirst(importer, infoOf, seen));
}

// biome-ignore lint/style/noDefaultExport: Vite takes its configuration from there.
export default defineConfig({
  // The same files are served at two paths.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [withoutDescriptions, texts()],
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    // An image in the style sheet would be a data address; files are simpler to allow and to cache.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What several pages share is one file, and what the sign-in form needs of it another: few requests, and texts
        // stay one file for a language. What only the pages of a hub share is left to them, and how secrets are
        // recognised to the pages of settings.
        codeSplitting: {
          groups: [
            {
              name: (id, chunking) =>
                isFirst(id, (one) => chunking.getModuleInfo(one)) ? "first" : "shared",
              minShareCount: 2,
              test: (id) => !id.startsWith("\0texts:") && !/\/(?:features\/fleet|dist\/secrets)\//.test(id),
            },
          ],
        },
      },
    },
  },
});
