import { join } from 'node:path'
import { article } from '../../core/contract/article.ts'
import { permissionKey } from '../../core/contract/endpoint.ts'
import { log } from '../../core/contract/log.ts'
import { documentOf } from '../../core/contract/replies.ts'
import type { FileKind } from '../../core/sheet/rows-text.ts'
import type { Context } from '../context.ts'
import { articleListing } from './article.ts'
import { writeExport } from './file.ts'
import { logListing } from './log.ts'
import { allMade, type Made } from './made.ts'
import { exportDocument, type Flags, listing } from './run.ts'

/** Something that leaves as a file of its own: its name in `xzx export`, and how it is written. */
export interface Kind {
  readonly name: string
  readonly says: string
  /** The key that it needs; empty: none. */
  readonly key: string
  /** How its file ends, where that is not as it was asked for. */
  readonly ending?: string
  /** It knows no span of time: it is exported whole. */
  readonly whole: boolean
  /** @param full with the texts that the list has not @returns how many rows; null where only the file tells */
  write(ctx: Context, path: string, full: boolean): Promise<number | null>
}

const articles: Kind = {
  ...{ name: 'article', says: '文章', key: permissionKey('article', 'list', article.list), whole: false },
  write: async (ctx, path, full) =>
    (await writeExport(ctx, path, (await articleListing(ctx, path, full ? { full } : {})).exported)).rows,
}
const logs: Kind = {
  ...{ name: 'log', says: '操作日志', key: permissionKey('log', 'list', log.list), whole: false },
  write: async (ctx, path) => (await writeExport(ctx, path, await logListing(ctx, {}))).rows,
}

function kindOfMade(made: Made): Kind {
  const { name, says, key, e, document } = made
  const known = { name, says, key, whole: made.spans.length === 0 }
  if (document)
    return {
      ...{ ...known, ending: documentOf(e)?.ending ?? '' },
      write: async (ctx, path) => {
        await exportDocument(ctx, made, { out: path })
        return null
      },
    }
  return {
    ...known,
    write: async (ctx, path, full) => {
      const flags: Flags = full && made.whole ? { full: 'true' } : {}
      return (await writeExport(ctx, path, await listing(ctx, made, flags, path))).rows
    },
  }
}

/** All that can be exported without being told of what, in the order of the names. */
export async function everything(): Promise<Kind[]> {
  const kinds = [articles, logs, ...(await allMade()).filter(({ needs }) => needs.length === 0).map(kindOfMade)]
  return kinds.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Where a kind's file lies. */
export const fileOf = (dir: string, { name, ending }: Kind, as: FileKind): string =>
  join(dir, `${name}.${ending ?? as}`)
