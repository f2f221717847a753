type Forms = { readonly other: string } & { readonly [F in Intl.LDMLPluralRule]?: string };

/** Picks the form of a word that goes with a number, as the language's own rules say. */
export function plural(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
