/** What each parameter means, by method and by its name on the wire. */
export type ParamTexts = { readonly [method: string]: { readonly [param: string]: string } };
