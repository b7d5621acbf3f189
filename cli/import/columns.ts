import { randomUUID } from 'node:crypto'
import type { ColumnNode } from '../../core/contract/column.ts'
import { pathNames, pathText } from '../../core/domain/name-path.ts'
import { ApiError } from '../../core/errors.ts'
import { withPaths } from '../areas/reference-names.ts'
import type { Context } from '../context.ts'
import { NotForetold } from '../dry-run.ts'
import { RowFault } from './row.ts'

/** Where columns are made that the file names and the site lacks. */
const importColumn = '导入'

/** Finds columns by name, and makes the missing ones, each once. */
export interface ColumnFinder {
  /** @throws RowFault when the column is missing and may not be made, or the name is not clear */
  idOf(name: string): Promise<string>
  /** How many were made, or would be. */
  made(): number
}

/** The id of a column that a dry run would make; also the tree's root, under which it is tried. */
export const notMade = '0'

interface Options {
  /** Rows with a missing column are refused. */
  readonly existingOnly: boolean
  readonly dryRun: boolean
}

/** A name that begins at the tree's root, as exports write it: 「/新闻中心/要闻」. */
const fromRoot = (name: string) => name.startsWith('/')

/** The column of this name: the full path, the only one of that name, or that of this number. */
function find(columns: readonly { id: string; name: string; path: string }[], name: string): string | null {
  if (fromRoot(name)) {
    const path = name.slice(1)
    const exact = columns.find((column) => column.path === path)
    // as an older version wrote a name that holds a slash
    return (exact ?? columns.find((column) => pathNames(column.path).join('/') === path))?.id ?? null
  }
  const same = columns.filter((column) => column.path === name || column.name === name)
  if (same.length > 1)
    throw new RowFault(
      'BAD_INPUT',
      `栏目（column）：有 ${same.length} 个栏目叫「${name}」，请写全名：${same.map(({ path }) => `/${path}`).join('、')}`,
    )
  return (same[0] ?? columns.find((column) => column.id === name))?.id ?? null
}

/** Opens the columns of the site for an import. */
export async function openColumns(ctx: Context, { existingOnly, dryRun }: Options): Promise<ColumnFinder> {
  const calls = await ctx.client('column')
  const columns = [...withPaths('column', (await calls.tree({}, { signal: ctx.signal })) as ColumnNode[])]
  const known = new Map<string, Promise<string>>()
  let made = 0

  async function make(name: string, parentId: string): Promise<string> {
    made += 1
    const column = { columnType: 1, categoryTitle: name, categoryCategoryId: parentId }
    try {
      const saved = await calls.save(column, { requestKey: randomUUID() })
      return dryRun ? notMade : String(saved.columnId)
    } catch (thrown) {
      if (thrown instanceof NotForetold) return notMade
      const refused = thrown instanceof ApiError && thrown.kind === 'refused'
      throw refused ? new RowFault(thrown.code, `栏目「${name}」不能新增：${thrown.message}`) : thrown
    }
  }

  async function resolve(name: string): Promise<string> {
    const names = fromRoot(name) ? pathNames(name.slice(1)) : [name]
    const own = names.at(-1) ?? ''
    if ([...own].length > 100) throw new RowFault('BAD_INPUT', '栏目（column）：最多 100 个字')
    const found = name === '' ? null : find(columns, name)
    if (found !== null) return found
    if (own === '') throw new RowFault('BAD_INPUT', '栏目（column）：这一行没有写栏目')
    if (existingOnly) throw new RowFault('NOT_FOUND', `栏目（column）：没有栏目「${name}」`)
    if (fromRoot(name)) {
      const above = names.slice(0, -1)
      return make(own, above.length === 0 ? '0' : await idOf(`/${pathText(above)}`))
    }
    return make(name, name === importColumn ? '0' : await idOf(importColumn))
  }

  function idOf(name: string): Promise<string> {
    const wanted = name === '' && !existingOnly ? importColumn : name
    const before = known.get(wanted)
    if (before) return before
    const finding = resolve(wanted)
    known.set(wanted, finding)
    // a name that could not be resolved for want of a connection is tried again with the next row
    finding.catch((thrown) => thrown instanceof RowFault || known.delete(wanted))
    return finding
  }

  return { idOf, made: () => made }
}
