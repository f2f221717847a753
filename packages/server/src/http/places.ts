/** A connection, as far as its place is concerned. */
export class Place {
  /** Whether a whole request is being answered. Such a connection is not closed to make room. */
  busy: () => boolean = () => false;

  constructor(
    /** Whose it is: `countedAs`. */
    readonly owner: string,
    readonly close: () => void,
  ) {}
}

/**
 * The places of an endpoint. Nobody can hold all of them by being slow: when they are taken, the connection goes whose
 * last whole request is the longest ago, of the owner who has the most of what is due to them. It may still be in its
 * handshake, its headers or a body, or idle, or not read its answer.
 */
export class Places {
  /** Of each owner, in the order of their last whole requests, oldest first. */
  readonly #taken = new Map<string, Set<Place>>();
  #count = 0;

  constructor(
    readonly limit: number,
    /** The most that one owner may have. */
    readonly share: (owner: string) => number,
  ) {}

  /** A place, if one is free or can be freed. */
  take(owner: string, close: () => void): Place | undefined {
    const own = this.#taken.get(owner) ?? new Set();
    if (own.size >= this.share(owner) && !this.#free(own)) return undefined;
    if (this.#count >= this.limit && !this.#free(this.#heaviest())) return undefined;
    const place = new Place(owner, close);
    this.#taken.set(owner, own.add(place));
    this.#count++;
    return place;
  }

  /** A whole request has come. */
  touch(place: Place): void {
    const own = this.#taken.get(place.owner);
    if (own?.delete(place)) own.add(place);
  }

  leave(place: Place): void {
    const own = this.#taken.get(place.owner);
    if (!own?.delete(place)) return;
    this.#count--;
    if (own.size === 0) this.#taken.delete(place.owner);
  }

  /** Closes the oldest that is not busy. */
  #free(places: Iterable<Place>): boolean {
    const oldest = firstIdle(places);
    if (oldest === undefined) return false;
    this.leave(oldest);
    oldest.close();
    return true;
  }

  #heaviest(): Iterable<Place> {
    let found: Iterable<Place> = [];
    let most = 0;
    for (const [owner, places] of this.#taken) {
      const weight = places.size / this.share(owner);
      if (weight <= most || firstIdle(places) === undefined) continue;
      found = places;
      most = weight;
    }
    return found;
  }
}

function firstIdle(places: Iterable<Place>): Place | undefined {
  for (const place of places) if (!place.busy()) return place;
  return undefined;
}

/** So few that a browser with its connections, or a script, would notice. */
const FEW = 16;

/** What one address may have of `limit` places. Behind some, such as a proxy's or a tunnel's, are many people. */
export const shareOf = (limit: number, hasManyPeople: boolean): number =>
  Math.min(limit, Math.max(FEW, Math.ceil(limit * (hasManyPeople ? 0.75 : 0.25))));
