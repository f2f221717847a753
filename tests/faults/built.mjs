/** A module of a package as it is built: processes run that, and not the sources. */
export const built = (name, path) => import(new URL(`../../packages/${name}/dist/${path}`, import.meta.url));
