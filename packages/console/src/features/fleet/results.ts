import { FLEET_METHODS } from "@pilothouse/protocol";
import { addResults } from "../../state/session.js";

addResults(Object.fromEntries(Object.entries(FLEET_METHODS).map(([method, { result }]) => [method, result])));
