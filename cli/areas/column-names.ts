import type { ColumnNode } from '../../core/contract/column.ts'
import type { Context } from '../context.ts'
import { CliError, exit, usage } from '../errors.ts'
import { nearest } from '../suggest.ts'

/** A column with the names above it: 「新闻中心/要闻」. */
interface NamedColumn {
  readonly id: string
  readonly name: string
  readonly path: string
}

/** Every column of a tree with the names above it. */
export function* withPaths(nodes: readonly ColumnNode[], above = ''): Generator<NamedColumn> {
  for (const node of nodes ?? []) {
    const name = String(node.categoryTitle ?? '')
    const path = above === '' ? name : `${above}/${name}`
    yield { id: String(node.columnId ?? node.categoryId), name, path }
    yield* withPaths(node.children ?? [], path)
  }
}

async function allColumns(ctx: Context): Promise<NamedColumn[]> {
  const { tree } = await ctx.client('column')
  return [...withPaths((await tree({}, { signal: ctx.signal })) as ColumnNode[])]
}

/** The names of every column with those above it, by its id. */
export const columnPaths = async (ctx: Context): Promise<ReadonlyMap<string, string>> =>
  new Map((await allColumns(ctx)).map(({ id, path }) => [id, path]))

/**
 * A column's id from its id or name; 「新闻中心/要闻」 tells columns of one name apart.
 * @throws CliError 2 for a name that several columns have, 1 for one that none has
 */
export async function columnIdOf(ctx: Context, text: string): Promise<string> {
  if (/^\d{1,16}$/.test(text)) return text
  const all = await allColumns(ctx)
  const found = all.filter((c) => c.path === text || c.name === text)
  if (found.length === 1) return (found[0] as NamedColumn).id
  if (found.length > 1)
    throw usage(
      `有 ${found.length} 个栏目叫 ${text}`,
      `请用编号或全名：${found.map((c) => `${c.id} ${c.path}`).join('、')}`,
    )
  const near = nearest(
    text,
    all.map((c) => c.name),
  )
  throw new CliError(exit.refused, `没有栏目 ${text}${near ? `，您是否想输入 ${near}？` : ''}`, {
    code: 'NOT_FOUND',
    hint: '运行 xzx column list 查看栏目',
  })
}
