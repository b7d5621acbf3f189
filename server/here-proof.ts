import type { Secret } from './secret.ts'

/**
 * How a program of this machine shows a server that it reads its key: the server shows it first, for the address and port that were called, so that
 * whoever else listens there learns nothing that another place would take; what is shown then holds for this start of the server alone
 * (docs/decisions/0014-lock-out.md).
 */

/** The header in which both are shown; in a question a word of the caller's own choice. */
export const hereHeader = 'x-here'
/** Where a server is asked. */
export const hereAddress = '/healthz'

type Key = Pick<Secret, 'mark'>

/** Where a server was called: the address and port of its own end. */
export interface Place {
  readonly address: string
  readonly port: number
}

/** What a server shows who asked with a word: what is to be marked, and that it has the key itself. */
export const serverShows = (secret: Key, { word, given, address, port }: Place & { word: string; given: string }) =>
  `${given} ${secret.mark('here', 'server', word, given, address, port)}`

/** What a program shows from then on; null: it is not the server that it was taken for. @param shown the header of the answer */
export function callerShows(
  secret: Key,
  { word, shown, address, port }: Place & { word: string; shown: string },
): string | null {
  const [given = ''] = shown.split(' ')
  if (given === '' || shown !== serverShows(secret, { word, given, address, port })) return null
  return `${given} ${secret.mark('here', 'caller', given, address, port)}`
}
