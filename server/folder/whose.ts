import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attachmentsIn } from '../attachments/unused.ts'
import { databaseFile, isAddress, isBlankFile, notOf } from '../data.ts'
import { isNew } from '../db/migrations.ts'
import { openPostgres } from '../db/open.ts'
import { anchorFile } from '../log-anchor.ts'
import { archiveFolder } from '../log-archive/file.ts'
import { publicNames } from './public.ts'

/** What stands in a data folder that was served, and is of no use without the database that it was served with. */
const traces: readonly (readonly [string, (dataDir: string) => boolean])[] = [
  ['日志的锚点', (dataDir) => existsSync(join(dataDir, anchorFile))],
  ['附件', (dataDir) => holds(attachmentsIn(dataDir))],
  ['归档的日志', (dataDir) => holds(join(dataDir, archiveFolder))],
]

const [pagesName, uploadsName] = publicNames

/** Of the pages of every site: what else lies in such a folder may be a web server's. */
const pageNames = ['a', 'access.html', 'search.json']
/** As uploads are named (server/areas/file/store.ts). */
const uploadName = /^\d{8}-[\da-f]{8}-/

/** Whether pages of a site of ours lie in a folder. */
export const hasPages = (pages: string): boolean => pageNames.some((name) => existsSync(join(pages, name)))
/** Which of the names in a folder of uploads nobody else would have given. */
export const isUploadName = (name: string): boolean => uploadName.test(name)

/** What stands in a place of its own for pages and uploads that a site had: one that begins anew takes its pages away. */
const publicTraces: typeof traces = [
  ['网页', (site) => hasPages(join(site, pagesName))],
  ['上传文件', (site) => namesIn(join(site, uploadsName)).some(isUploadName)],
]

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
const holds = (folder: string) => namesIn(folder).length > 0

/** How somebody goes on who means it. */
export const anyway = (doing: string, kept = '目录中原有的文件都保留') => `确要${doing}的，加 --new-database（${kept}）`

/** What of a site is there, in words; null: nothing. */
function foundIn(folder: string | undefined, among: typeof traces): string | null {
  const found = folder === undefined ? [] : among.flatMap(([says, isThere]) => (isThere(folder) ? [says] : []))
  return found.length === 0 ? null : `${folder} 中有原来的${found.join('、')}`
}

/** Which database is asked about, and where its pages and uploads stand. */
interface Meant {
  /** None: the embedded database of the folder. */
  readonly databaseUrl: string | undefined
  /** None: in the folder. */
  readonly site: string | undefined
}

/**
 * Why a folder must not be served with this database: it was served with another one, whose attachments, anchors and pages are here.
 * A database that is empty, or of another kind, would take them for its own. Makes nothing.
 * @returns null: nothing stands against it
 */
export async function notTheirs(dataDir: string, { databaseUrl, site }: Meant): Promise<string | null> {
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
  const [own, shown] = [foundIn(dataDir, traces), foundIn(site, publicTraces)]
  const used = [own, shown].flatMap((says) => says ?? []).join('，')
  if (used === '') return null
  const anew = anyway('从空数据库重新开始', shown === null ? undefined : '原有的附件和上传文件都保留，网页重新生成')
  const put = existsSync(file)
    ? `数据库 ${databaseFile} 却是空的：请放回原来的（没有拷完、被覆盖）`
    : `却没有数据库 ${databaseFile}：请把它放回（磁盘没有挂载、文件被移走）`
  if (databaseUrl === undefined)
    return embedded
      ? null
      : `${used}，${own === null ? `数据目录 ${dataDir} 中` : ''}${put}，或用备份恢复到空目录（xzx restore）；原来用 PostgreSQL 的，写明 DATABASE_URL。${anew}`
  if (!(await isEmptyPostgres(databaseUrl))) return null
  return `${used}，DATABASE_URL 所指的数据库却是空的：请核对 DATABASE_URL，或用备份恢复到空目录（xzx restore）。${anew}`
}

async function isEmptyPostgres(url: string): Promise<boolean> {
  const db = await openPostgres(url)
  return isNew(db.read).finally(() => db.close())
}
