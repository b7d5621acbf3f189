import { placeFault } from '../backup/place.ts'
import type { Parts } from '../context.ts'
import { databaseFault } from '../data.ts'
import { setting } from '../settings.ts'
import type { JobOutcome } from './jobs.ts'

const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Why there are no backups, where nobody said where they go. */
export const noPlace = '没有指定存放备份的目录：请在启动服务时加 --backups 目录（或设 XZX_BACKUPS）'

/** Backs up what this server keeps, where `--backups` says. */
export async function backUp({ backups, dataDir, db, now, work }: Parts): Promise<JobOutcome> {
  if (!backups) return { state: 'failed', says: noPlace }
  const keep = { most: Number(await setting(db.read, 'backup.keep')), days: true }
  const made = await work.backups
    .run('backUp', { ...backups, data: dataDir, keep, now: now() }, 'schedule')
    .catch((error: unknown) => {
      throw placeFault(databaseFault(error), backups.out)
    })
  const gone = [
    made.removed.length > 0 ? `，删除较早的 ${made.removed.length} 份` : '',
    made.others.length > 0 ? `，同一目录中别的站点的 ${made.others.length} 份没有动` : '',
    made.unknown.length > 0 ? `，看不出是哪个站点的 ${made.unknown.length} 份没有动，无用的请自行删除` : '',
  ].join('')
  const how = `压缩前 ${mb(made.contentBytes)}，${made.encryptedTo.length > 0 ? '已' : '未'}加密`
  const says = `${made.folder}：文章 ${made.articles} 篇、文件 ${made.files} 个，共 ${mb(made.bytes)}（${how}）${gone}`
  if (made.fault) return { state: 'failed', says: `已备份到 ${says}，但${made.fault}；较早的备份没有删除` }
  return { state: 'done', says, receipt: { ...made } }
}
