/** A column of the help that is narrower is not wrapped. */
export const NARROWEST = 30;
