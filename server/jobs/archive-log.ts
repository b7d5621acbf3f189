import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Parts } from '../context.ts'
import { appendLog, signArchived } from '../log.ts'
import { type LogBase, logBase } from '../log-archive/base.ts'
import { archiveFolder } from '../log-archive/file.ts'
import { type Month, mayBeDue, oldEnough } from '../log-archive/plan.ts'
import { setting } from '../settings.ts'
import type { TaskValue } from '../work/tasks.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from './jobs.ts'

const call = { name: 'log.archived', says: '归档操作日志', address: '本机', requestId: '' }

/** So many in one transaction, and as long a pause behind it: all others' writes wait for one. */
const atOnce = 200

const by = 'schedule'

/** Takes rows out of the database that stand in a file. Goes from the first on: what is left, whenever this ends, still leads up to the archive's end. */
async function takeOut({ db }: Parts, { lastId }: LogBase, watch: JobWatch): Promise<boolean> {
  for (;;) {
    const begun = performance.now()
    const gone = await db.transaction((trx) =>
      trx
        .deleteFrom('log')
        .where('id', 'in', (eb) =>
          eb.selectFrom('log').select('id').where('id', '<=', lastId).orderBy('id').limit(atOnce),
        )
        .returning('id')
        .execute(),
    )
    if (gone.length < atOnce) return true
    if (watch.stopped()) return false
    await pause(performance.now() - begun)
  }
}

/** Goes on where a run ended between writing and taking out. @returns why it cannot; null: nothing is left */
async function takeOutLeft(parts: Parts, watch: JobWatch): Promise<string | null> {
  const { db, dataDir, secret, work } = parts
  const base = await logBase(db.read, secret.log)
  const first = await db.read.selectFrom('log').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!base || !first || first.id > base.lastId) return null
  const file = join(dataDir, archiveFolder, base.file)
  const found = await work.archives.run('checkArchived', { key: secret.log, file }, by)
  if (!found.whole || found.part?.hash !== base.hash)
    return `归档文件 ${base.file} 不完整，其中的日志还在数据库中，没有移出：${found.says}`
  return (await takeOut(parts, base, watch)) ? null : '已取消'
}

type Written = TaskValue<'writeLog'>

/** From here on the log of the database begins behind the file: both are said in one transaction, by a row of the log, too. */
async function note({ db, secret, now }: Parts, { file, part }: Written): Promise<void> {
  const key = secret.log
  await db.transaction(async (trx) => {
    const base = await logBase(trx, key)
    if ((base?.rows ?? 0) + part.count !== part.rows || (base?.hash ?? '') !== part.previous)
      throw new Error('操作日志在归档时有变，没有移出')
    const { month, firstId, lastId, count, sha256 } = part
    const records = JSON.stringify(part.records)
    const mac = signArchived(key, part)
    await trx
      .insertInto('logArchive')
      .values({ ...part, records, file, at: now(), mac })
      .execute()
    const after = { month, file, from: firstId, to: lastId, count, sha256 }
    await appendLog(trx, key, { call, who: null, now: now(), change: { kind: 'system', after } })
  })
}

const failed = (says: string): JobOutcome => ({ state: 'failed', says })

/** Archives what is due: each month is written, read back, and only then taken out of the database. */
export async function archiveLog(parts: Parts, watch: JobWatch): Promise<JobOutcome> {
  const { db, dataDir, secret, site, work, now } = parts
  const key = secret.log
  const { database } = site.site
  const years = Number(await setting(db.read, 'log.keepYears'))
  const at = now()
  if (!(await mayBeDue(db.read, key, at, years))) return nothingToDo
  // nothing that somebody meddled with is signed once more
  const checked = await work.checks.join('checkLog', { database, key, dataDir })
  if (!checked.whole) return failed(`没有归档：${checked.says}`)
  const left = await takeOutLeft(parts, watch)
  if (left !== null) return failed(left)
  const { months, held } = await work.archives.run('planLog', { database, key, now: at, years }, by)
  const done: Month[] = []
  for (const month of months) {
    if (watch.stopped()) break
    const until = oldEnough(at, years)
    await note(parts, await work.archives.run('writeLog', { database, key, dataDir, month, until }, by))
    const wrong = await takeOutLeft(parts, watch)
    done.push(month)
    if (wrong !== null) return failed(wrong)
    watch.progress(done.length, months.length)
  }
  const rows = done.reduce((sum, { count }) => sum + count, 0)
  const said = done.length > 0 ? `已归档 ${done.map(({ month }) => month).join('、')}，共 ${rows} 条` : '没有到期的整月'
  const outcome: JobOutcome = {
    state: 'done',
    says: [said, held].filter(Boolean).join('；'),
    receipt: { months: done },
  }
  return done.length === 0 && held === null ? { ...nothingToDo, says: said } : outcome
}
