import { fileIds } from '../../core/domain/files.ts'
import type { Reader } from '../db/open.ts'

/** A published article's attachment, as its page names it and its content is stored. */
export interface SiteFile {
  readonly id: number
  readonly name: string
  readonly kind: string
  readonly size: number
  readonly stored: string
  /** How long it is, where it is heard. */
  readonly seconds?: number
}

/** Files by the lists of some articles: most have none, and then nothing is asked. */
export async function siteFiles(
  { read }: Pick<Reader, 'read'>,
  lists: readonly (string | null)[],
): Promise<(list: string | null) => readonly SiteFile[]> {
  const ids = lists.flatMap(fileIds)
  if (ids.length === 0) return () => []
  const columns = ['id', 'name', 'kind', 'size', 'stored'] as const
  const rows = await read.selectFrom('attachment').select(columns).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((file) => [file.id, file]))
  return (list) => fileIds(list).flatMap((id) => byId.get(id) ?? [])
}
