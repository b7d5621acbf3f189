import type { z } from 'zod'
import type { workRow } from '../../core/contract/schedule.ts'
import { parseMoment } from '../../core/domain/time.ts'
import type { Context } from '../context.ts'
import { bad, type Found, good, remark } from './found.ts'
import { looked } from './looked.ts'

type WorkRow = z.infer<typeof workRow>

/** What the server does by itself, for who may see it: a work that fails is seen here, and when a backup was made last. */
export async function schedule(ctx: Context): Promise<Found> {
  const list = await looked(ctx, 'schedule', '计划任务')
  if (!Array.isArray(list)) return list
  const failed = list.filter(({ lastState, state }) => ['failed', 'lost'].includes(lastState ?? '') && state !== 'off')
  const [first] = failed
  const backup = list.find(({ name }) => name === 'backup')
  const last = backup && lastBackup(backup)
  if (first)
    return bad(
      `${failed.map(({ title }) => title).join('、')}未能完成：${first.lastSays ?? ''}${backup && failed.includes(backup) ? `；${last}` : ''}`,
      'xzx schedule jobs 查看各次结果',
    )
  const idle = list.filter((one) => one.idle)
  if (idle.length > 0)
    return bad(
      idle.map(({ title, idle }) => `${title}已开启，但不起作用：${idle}`).join('；'),
      '照说明处理后重启服务；不需要的，在站点设置中关闭',
    )
  const paused = list.filter(({ state }) => state === 'paused')
  if (paused.length > 0)
    return remark(
      `正常；${paused.map(({ title, pausedBy }) => `${title}已由${pausedBy ?? '他人'}暂停`).join('、')}${backup && paused.includes(backup) ? `，${last}` : ''}`,
      `xzx schedule resume ${paused[0]?.title} 恢复`,
    )
  if (!backup) return good('正常')
  if (backup.state === 'off') return remark('正常；没有定时备份', await howToBackUp(ctx))
  if (isOld(backup, ctx.world.now()))
    return remark(
      `定时备份已开启，但已超过 ${oldDays} 天没有成功；${last}`,
      'xzx schedule run 定时备份 立即备份一次，看结果',
    )
  return good(`正常；${last}`)
}

/** What is missing for backups each night: with a place for them, which the setting of their number tells, only the time. */
async function howToBackUp(ctx: Context): Promise<string> {
  const settings = await looked(ctx, 'setting', '站点设置')
  const keep = Array.isArray(settings) ? settings.find(({ name }) => name === 'backup.keep') : undefined
  const place = keep && !keep.idle?.includes('--backups') ? '' : '启动服务时加 --backups 目录，再'
  return `${place}在站点设置「备份」中选择时间${place ? '' : '（xzx setting set backup.daily 02:00）'}；或用 cron 运行 xzx backup`
}

const oldDays = 2
const dayMs = 86_400_000

/** When the last backup was made that came to something; a server of before does not tell of others than the last. */
const doneOf = ({ doneAt, lastAt, lastState }: WorkRow) => doneAt ?? (lastState === 'done' ? lastAt : null)

/** One each night, and none for days: the server was away, or its clock. */
function isOld(backup: WorkRow, now: number): boolean {
  const at = parseMoment(doneOf(backup) ?? '', now, 'start')
  return backup.state === 'on' && at !== null && now - at > oldDays * dayMs
}

/** The backup to fall back on: when it was made, where it is, how large, and whether encrypted. */
function lastBackup(backup: WorkRow): string {
  const at = doneOf(backup)
  if (at) return `最近一次备份 ${at}${backup.doneSays ? `，${backup.doneSays}` : ''}`
  return backup.lastAt ? '最近 30 天没有成功的备份' : '最近一次备份 还没有'
}
