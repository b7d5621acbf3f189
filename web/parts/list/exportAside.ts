import { exportTask } from '../../../core/contract/exportTask.ts'
import { callsOf } from '../../data/client.ts'

const api = callsOf(exportTask)

/** A list that the server can write into a file by itself. */
export interface Large {
  /** The area whose list it is. */
  readonly source: string
  /** How many rows it has under its filters. */
  readonly total: number
}

/** Whether a list is so long that it is better made by the server. */
export async function isLarge({ total }: Large): Promise<boolean> {
  return total > Number((await api.terms({})).jobFrom)
}

/** Begins to make the file; the list's own screen is not waited for. */
export const exportAside = ({ source }: Large, filters: object, fields: readonly string[]) => {
  const filter = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '' && value !== undefined))
  return api.start({ source, filter, fields: [...fields] })
}
