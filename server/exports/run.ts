import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { exportFormats } from '../../core/domain/exports.ts'
import { escapeHtml } from '../../core/domain/html.ts'
import { formatTime } from '../../core/domain/time.ts'
import { manifestName, manifestText } from '../../core/sheet/manifest.ts'
import type { FileKind } from '../../core/sheet/rows-text.ts'
import { ownCall } from '../access/by-itself.ts'
import type { Parts, Staff } from '../context.ts'
import type { JobOutcome, JobWatch } from '../jobs/jobs.ts'
import { apart } from '../pipeline.ts'
import { tellPeople } from '../reminders/tell.ts'
import { setting } from '../settings.ts'
import { version } from '../version.ts'
import { at, type Made } from './aside.ts'
import { dropOldest, dropStored, exportsIn, makePlace } from './place.ts'
import { reachedBy } from './reached.ts'
import { sourceOf } from './source.ts'

/** What a task asks for. */
export interface Task {
  readonly id: number
  readonly name: string
  readonly source: string
  readonly format: FileKind
  readonly fields: readonly string[] | null
  readonly filter: Readonly<Record<string, unknown>>
}

const day = 24 * 3600_000
const lookEveryMs = 200

/**
 * Keeps both threads told of each other while one writes: how far it is, and that it is to stop. What waits for its turn is given up at once;
 * when its turn comes it leaves nothing.
 */
async function watched<T>(watch: JobWatch, shared: SharedArrayBuffer, work: Promise<T>): Promise<T | null> {
  const seen = new Int32Array(shared)
  const given = Promise.withResolvers<null>()
  const look = () => {
    watch.progress(Atomics.load(seen, at.finished), Atomics.load(seen, at.total))
    if (!watch.stopped()) return
    Atomics.store(seen, at.stop, 1)
    if (Atomics.load(seen, at.total) === 0) given.resolve(null)
  }
  const timer = setInterval(look, lookEveryMs)
  work.catch(() => {}) // it may end later than whoever waited
  try {
    return await Promise.race([work, given.promise])
  } catch (error) {
    // it was left out of the line
    if (watch.stopped()) return null
    throw error
  } finally {
    clearInterval(timer)
    look()
  }
}

/** Puts the manifest beside the file. */
async function describe(path: string, task: Task, who: Staff, made: NonNullable<Made>, now: number): Promise<void> {
  const { columns, rows, bytes, sha256 } = made
  const { source: kind, name, filter } = task
  const text = manifestText({
    ...{ kind, name, file: `${name}.${task.format}`, filter, rows, bytes, sha256 },
    columns: columns.map(({ field, title }) => ({ field, title })),
    ...{ by: { account: who.account, name: who.name }, when: formatTime(now), version: version() },
  })
  await writeFile(`${manifestName(path)}.part`, text, { mode: 0o600 })
  await rename(`${manifestName(path)}.part`, manifestName(path))
}

/** Writes down what came of it, and tells who asked: both or neither. */
async function finish(parts: Parts, task: Task, who: Staff, made: NonNullable<Made>, keptAs: string): Promise<void> {
  const keep = Number(await setting(parts.db.read, 'export.keepDays'))
  const { rows, bytes, sha256 } = made
  const reached = reachedBy(await sourceOf(task.source), who)
  const before = await parts.db.read
    .selectFrom('exportTask')
    .select('keptAs')
    .where('id', '=', task.id)
    .executeTakeFirst()
  await apart(parts, ownCall('exportTask.done', '导出完成'), null, async (ctx) => {
    const keptUntil = ctx.now + keep * day
    await ctx.db
      .updateTable('exportTask')
      .set({ rows, bytes, sha256, keptAs, doneAt: ctx.now, keptUntil, reached })
      .where('id', '=', task.id)
      .execute()
    const what = `${task.name}（${exportFormats[task.format]}，${rows} 行）`
    await tellPeople(ctx, [who.userId], {
      title: `导出完成：${what}`,
      html: `<p>${escapeHtml(what)}已经导出，保留到 ${formatTime(keptUntil).slice(0, 16)}。</p><p><a href="/web/main/exportTask">到「导出任务」下载</a></p>`,
    })
  })
  if (before?.keptAs) await dropStored(parts.dataDir, before.keptAs)
  await dropOldest(parts, who.userId)
}

/** The work of the job: a thread writes the file, which is offered when it is whole and described. */
export async function carryOut(parts: Parts, task: Task, who: Staff, watch: JobWatch): Promise<JobOutcome> {
  const { places, dataDir, work } = parts
  await makePlace(dataDir)
  const stored = `${randomUUID()}.${task.format}`
  const path = join(exportsIn(dataDir), stored)
  const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)
  const { source, format, fields, filter } = task
  const asked = { ...places, dataDir, who, now: parts.now(), source, format, fields, filter, path, shared }
  const waits = () => !watch.stopped()
  const made = await watched(watch, shared, work.exports.run('exportAside', asked, `user ${who.userId}`, waits))
  if (!made) return { state: 'cancelled', says: '已取消，没有留下文件' }
  await describe(path, task, who, made, parts.now())
  await finish(parts, task, who, made, basename(path))
  return { state: 'done', says: `已导出 ${made.rows} 行`, finished: made.rows, total: made.rows }
}
