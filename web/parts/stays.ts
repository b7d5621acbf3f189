/** The state of a way to another address that leaves a form as it is: a new row has got its own, a list within the record another page. */
export const stays = 'stays'

/** What a way brought along, where it brought anything: the way that leaves a form as it is has only its own word. */
export const broughtAlong = <T extends object>(state: unknown): Partial<T> =>
  typeof state === 'object' && state !== null ? (state as Partial<T>) : {}
