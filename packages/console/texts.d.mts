type Texts = { readonly [key: string]: unknown };

export function readTexts(folder?: string): { readonly [language: string]: Texts };
export function missingTexts(own: Texts, english: Texts): readonly string[];
export function wrongTexts(own: Texts, english: Texts): readonly string[];
export function withEnglish(own: Texts | undefined, english: Texts): Texts;
/** For Vite, as `plugins` takes it. */
export function texts(): { readonly name: string };
