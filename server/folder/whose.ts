import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attachmentsIn } from '../attachments/unused.ts'
import { databaseFile, isAddress, isBlankFile, notOf } from '../data.ts'
import { isNew } from '../db/migrations.ts'
import { openPostgres } from '../db/open.ts'
import { anchorFile } from '../log-anchor.ts'
import { archiveFolder } from '../log-archive/file.ts'

/** What stands in a data folder that was served, and is of no use without the database that it was served with. */
const traces: readonly (readonly [string, (dataDir: string) => boolean])[] = [
  ['日志的锚点', (dataDir) => existsSync(join(dataDir, anchorFile))],
  ['附件', (dataDir) => holds(attachmentsIn(dataDir))],
  ['归档的日志', (dataDir) => holds(join(dataDir, archiveFolder))],
]

const holds = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0

const anyway = (doing: string) => `确要${doing}的，加 --new-database（目录中原有的文件都保留）`

/**
 * Why a folder must not be served with this database: it was served with another one, whose attachments, anchors and pages are here.
 * A database that is empty, or of another kind, would take them for its own. Makes nothing.
 * @param databaseUrl none: the embedded database of the folder
 * @returns null: nothing stands against it
 */
export async function notTheirs(dataDir: string, databaseUrl: string | undefined): Promise<string | null> {
  const other = notOf(dataDir, databaseUrl)
  if (other && databaseUrl === undefined)
    return `${other.message}：请在前面写上服务所用的地址再启动，例如 DATABASE_URL=postgres://… xzx serve。${anyway('改用内置数据库')}`
  if (other) {
    const meant = existsSync(join(dataDir, databaseFile)) && isAddress(databaseUrl ?? '')
    return `${other.message}：请${other.hint}${meant ? `。${anyway('改用 PostgreSQL ')}` : ''}`
  }
  // before the database: whoever makes it meanwhile begins the anchors behind it
  const file = join(dataDir, databaseFile)
  const embedded = existsSync(file) && !isBlankFile(file)
  const used = traces.flatMap(([says, isThere]) => (isThere(dataDir) ? [says] : []))
  if (databaseUrl === undefined)
    return embedded || used.length === 0
      ? null
      : `${dataDir} 中有原来的${used.join('、')}，${existsSync(file) ? `数据库 ${databaseFile} 却是空的：请放回原来的（没有拷完、被覆盖）` : `却没有数据库 ${databaseFile}：请把它放回（磁盘没有挂载、文件被移走）`}，或用备份恢复到空目录（xzx restore）；原来用 PostgreSQL 的，写明 DATABASE_URL。${anyway('从空数据库重新开始')}`
  if (used.length === 0 || !(await isEmptyPostgres(databaseUrl))) return null
  return `${dataDir} 中有原来的${used.join('、')}，DATABASE_URL 所指的数据库却是空的：请核对 DATABASE_URL，或用备份恢复到空目录（xzx restore）。${anyway('从空数据库重新开始')}`
}

async function isEmptyPostgres(url: string): Promise<boolean> {
  const db = await openPostgres(url)
  return isNew(db.read).finally(() => db.close())
}
