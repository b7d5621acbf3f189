import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { manifestName } from '../../core/sheet/manifest.ts'
import { exitOfBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { exit, usage } from '../errors.ts'
import { withFile } from '../files/fault.ts'
import { type Shape, tellsSuccess, writeList } from '../output/write.ts'
import { foundBy } from '../world.ts'
import { standingOf } from './read-manifest.ts'

const shape: Shape = {
  columns: [
    { field: 'file', title: '文件', whole: true },
    { field: 'whole', title: '一致', words: { true: '是', false: '否' } },
    { field: 'rows', title: '行数', right: true },
    { field: 'when', title: '导出时间' },
    { field: 'by', title: '导出人' },
    { field: 'sha256', title: '摘要（SHA-256）' },
    { field: 'says', title: '说明' },
  ],
  ...{ usual: ['file', 'whole', 'rows', 'when', 'by', 'says'], idField: 'file', titleField: 'file' },
}

const ending = manifestName('')

/** The files that are meant: a folder's are those with a manifest. @throws what the file system says of one that is not there */
async function meant(path: string): Promise<string[]> {
  if (!(await withFile(path, () => stat(path))).isDirectory())
    return [path.endsWith(ending) ? path.slice(0, -ending.length) : path]
  const names = (await readdir(path)).filter((name) => name.endsWith(ending)).toSorted()
  if (names.length === 0) throw usage(`${path} 中没有导出的清单`, `清单的名称以 ${ending} 结尾，与文件放在一起`)
  return names.map((name) => join(path, name.slice(0, -ending.length)))
}

/** Holds files against their manifests. @returns the exit code: 1 where none is as it was exported, 3 where some are not */
export async function verifyFiles(ctx: Context, given: readonly string[]): Promise<number> {
  if (given.length === 0) throw usage('缺少文件', '例如 xzx export verify 文章.xlsx，或写出文件所在的目录')
  const files = (await Promise.all(given.map((one) => meant(resolve(ctx.world.cwd, one))))).flat()
  const found: { readonly whole: boolean }[] = []
  for (const file of files) {
    const { told, whole, says } = await standingOf(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return { told: null, whole: false, says: '清单所说的文件不在了' }
      throw error
    })
    const by = told?.by ? `${told.by.name}（${told.by.account}）` : null
    found.push({
      ...{ file, whole, kind: told?.kind ?? null, rows: told?.rows ?? null, when: told?.when ?? null },
      ...{ by, sha256: told?.sha256 ?? null, says },
    } as { whole: boolean })
  }
  const code = exitOfBulk(found.filter(({ whole }) => whole).length, found.filter(({ whole }) => !whole).length)
  const shown = tellsSuccess(ctx) || code === exit.ok ? found : found.filter(({ whole }) => !whole)
  if (tellsSuccess(ctx) || code !== exit.ok) await writeList(ctx, shape, shown)
  return code === exit.ok ? code : foundBy(ctx.world, code)
}
