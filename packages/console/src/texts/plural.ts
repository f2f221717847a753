type Forms = { readonly other: string } & { readonly [F in Intl.LDMLPluralRule]?: string };

/** Picks the plural form for a number by the rules of the language. */
export function plural(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
