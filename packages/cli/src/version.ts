import { packageFile } from "./package-file.js";

export const version: string = JSON.parse(packageFile("package.json")).version;
