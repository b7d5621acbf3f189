import type { Context } from '../context.ts'
import { type ExportFlags, exportFlags } from '../export/flags.ts'
import { withLock } from '../lock.ts'
import { writeList } from '../output/write.ts'
import { verb } from '../verb.ts'

const columns = [
  { field: 'name', title: '名称', whole: true },
  { field: 'says', title: '内容' },
  { field: 'knows', title: '筛选' },
]
const shape = { columns, usual: ['name', 'says', 'knows'], idField: 'name' }

async function listExports(ctx: Context): Promise<void> {
  const { allExports } = await import('../export/table.ts')
  const rows = Object.entries(await allExports()).map(([name, { says, knows }]) => ({
    name,
    says,
    knows: [...knows, 'since', 'until'].map((flag) => `--${flag}`).join(' '),
  }))
  return writeList(ctx, shape, rows)
}

/** What can be exported, by name. */
export const verbs = [
  verb<ExportFlags>({
    name: '',
    says: '导出为文件；不给名称则列出可以导出的内容',
    args: '[name]',
    flags: exportFlags,
    examples: ['xzx export dept-data --out 部门统计-{date}.xlsx', 'xzx export log --since 7d --out 日志.csv'],
    async run(ctx, { args: [name], flags }) {
      if (name === undefined) return listExports(ctx)
      const { runExport } = await import('../export/table.ts')
      await withLock(ctx, `export ${name} ${flags.out ?? ''}`, () => runExport(ctx, name, flags))
    },
  }),
]
