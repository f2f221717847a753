import { defineConfig, type Plugin } from "vite";
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
        // What several pages share is one file: few requests for the first page, and texts stay one for a language.
        // What only the pages of a hub share is left to them, and how secrets are recognised to the pages of settings.
        codeSplitting: {
          groups: [
            {
              name: "shared",
              minShareCount: 2,
              test: (id) => !/\/(?:texts|features\/fleet|dist\/secrets)\//.test(id),
            },
          ],
        },
      },
    },
  },
});
