import type { Context } from '../context.ts'
import { usage } from '../errors.ts'
import { type ExportFlags, exportFlags, exportKnows, exportOnly } from '../export/flags.ts'
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
    knows: knows.map((flag) => `--${flag}`).join(' '),
  }))
  return writeList(ctx, shape, rows)
}

/** What can be exported, by name. */
export const verbs = [
  verb<ExportFlags>({
    name: '',
    says: '导出为文件；不给名称则列出可以导出的内容',
    args: '[内容]',
    flags: exportFlags,
    knows: exportKnows,
    examples: ['xzx export dept-data --out 部门统计-{date}.xlsx', 'xzx export log --since 7d --out 日志.csv'],
    async run(ctx, { args: [name], flags }) {
      if (name === undefined) {
        const stray = Object.keys(flags)[0] ?? exportOnly.find((flag) => ctx.flags[flag] !== undefined)
        if (stray !== undefined && stray !== 'fields')
          throw usage(`没有说明导出什么，不能用 --${stray}`, '运行 xzx export 列出可以导出的内容')
        return listExports(ctx)
      }
      const { runExport } = await import('../export/table.ts')
      await withLock(ctx, `export ${name} ${flags.out ?? ''}`, () => runExport(ctx, name, flags))
    },
  }),
]
