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

/** Of an owner's places, those whose connections have never sent a whole request may take this share from the others. */
const NEW_SHARE = 0.25;

/** What one owner has, each in the order of the last whole request or of the arrival, oldest first. */
class Owned {
  readonly #new = new Set<Place>();
  readonly #used = new Set<Place>();

  get size(): number {
    return this.#new.size + this.#used.size;
  }

  add(place: Place): void {
    this.#new.add(place);
  }

  touch(place: Place): void {
    if (this.delete(place)) this.#used.add(place);
  }

  delete(place: Place): boolean {
    return this.#new.delete(place) || this.#used.delete(place);
  }

  /**
   * The one to close next. Who only connects again and again pushes out others who do so, not those who ask; and who
   * holds places by asking once leaves some to newcomers.
   */
  get next(): Place | undefined {
    const isMostlyNew = this.#new.size > NEW_SHARE * this.size;
    return isMostlyNew
      ? (firstIdle(this.#new) ?? firstIdle(this.#used))
      : (firstIdle(this.#used) ?? firstIdle(this.#new));
  }
}

function firstIdle(places: Iterable<Place>): Place | undefined {
  for (const place of places) if (!place.busy()) return place;
  return undefined;
}

/**
 * The places of an endpoint. Nobody can hold all of them by being slow: when they are taken, a connection goes that is
 * not being answered, of the owner who has the most of what is due to them. It may be in its handshake, its headers or a
 * body, or idle, or not read its answer.
 */
export class Places {
  readonly #taken = new Map<string, Owned>();
  #count = 0;

  constructor(
    readonly limit: number,
    /** The most that one owner may have. */
    readonly share: (owner: string) => number,
  ) {}

  /** A place, if one is free or can be freed. */
  take(owner: string, close: () => void): Place | undefined {
    const owned = this.#taken.get(owner) ?? new Owned();
    if (owned.size >= this.share(owner) && !this.#free(owned.next)) return undefined;
    if (this.#count >= this.limit && !this.#free(this.#heaviest())) return undefined;
    const place = new Place(owner, close);
    owned.add(place);
    this.#taken.set(owner, owned);
    this.#count++;
    return place;
  }

  /** A whole request has come. */
  touch(place: Place): void {
    this.#taken.get(place.owner)?.touch(place);
  }

  leave(place: Place): void {
    const owned = this.#taken.get(place.owner);
    if (!owned?.delete(place)) return;
    this.#count--;
    if (owned.size === 0) this.#taken.delete(place.owner);
  }

  #free(place: Place | undefined): boolean {
    if (place === undefined) return false;
    this.leave(place);
    place.close();
    return true;
  }

  #heaviest(): Place | undefined {
    let found: Place | undefined;
    let most = 0;
    for (const [owner, own] of this.#taken) {
      const weight = own.size / this.share(owner);
      if (weight <= most) continue;
      const { next } = own;
      if (next === undefined) continue;
      found = next;
      most = weight;
    }
    return found;
  }
}

/** So few that a browser with its connections, or a script, would notice. */
const FEW = 16;

/** What one address may have of `limit` places. Behind some, such as a proxy's or a tunnel's, are many people. */
export const shareOf = (limit: number, hasManyPeople: boolean): number =>
  Math.min(limit, Math.max(FEW, Math.ceil(limit * (hasManyPeople ? 0.75 : 0.25))));
