import { type Behaviour, type Method, Refusal } from "../../reference/behaviour.js";
import { rightMethods } from "../mutants/mutant.js";
import { type Freedom, freedom } from "./freedom.js";

const meets = /^(tunnels|addressbook)\./;

/** A method that says in another way what it refuses. */
const refusing = (name: string, say: (message: string) => { readonly [name: string]: unknown }): Method => {
  const right = rightMethods[name];
  return async (...args) => {
    try {
      return (await right?.(...args)) ?? {};
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return say(`error - ${error.message}`);
    }
  };
};

const inWords = (): Partial<Behaviour> => ({
  methods: {
    ...rightMethods,
    TunnelManager: refusing("TunnelManager", (status) => ({ status })),
    AddressBook: refusing("AddressBook", (message) => ({ success: false, message })),
  },
});

const unavailable: Method = () => {
  throw new Refusal("internal", "unavailable");
};

export const PROPOSAL_FREEDOMS: readonly Freedom[] = [
  freedom("says in its results what it refuses of tunnels and names, as the proposal shows it", inWords, {
    meets,
  }),
  freedom(
    "knows the names of the methods for tunnels and names, and has nothing behind them",
    () => ({ methods: { ...rightMethods, TunnelManager: unavailable, AddressBook: unavailable } }),
    { meets },
  ),
];
