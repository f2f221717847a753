/** The longest message of the bus: answers with long lists are long. */
export const MAX_PAYLOAD = 8 * 1024 * 1024;
