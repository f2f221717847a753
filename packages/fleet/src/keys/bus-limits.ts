const KIB = 1024;

/** The longest message of the bus: answers with long lists are long. */
export const MAX_PAYLOAD = 8 * KIB * KIB;

/** The longest message that the bus takes from a node: an answer with the longest log. */
export const MAX_ANSWER = 4 * KIB * KIB;

/** The longest message that the bus takes from a machine that joins. */
export const MAX_JOIN = 8 * KIB;
