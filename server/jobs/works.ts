import type { SettingName } from '../../core/domain/settings.ts'
import type { WorkName } from '../../core/domain/works.ts'
import { writeUses } from '../access/uses.ts'
import { keepTime } from '../areas/article/clock.ts'
import { lookForDeadLinks } from '../areas/article/dead-links-kept.ts'
import { verifyDue } from '../areas/article/off-site-checks.ts'
import { keepTime as keepSurveyTime } from '../areas/survey.ts'
import { readDue, rhythm as voiceRhythm } from '../areas/voice/by-itself.ts'
import { keptAway, placeSays } from '../backup/place.ts'
import type { Parts } from '../context.ts'
import { remind } from '../reminders/send.ts'
import { setting } from '../settings.ts'
import { runsFor } from '../site/service.ts'
import { probeAll } from '../websites/probe-all.ts'
import { recount } from '../workdays/recount.ts'
import { archiveLog } from './archive-log.ts'
import { backUp, noPlace } from './back-up.ts'
import { checkCompliance } from './check-compliance.ts'
import { checkLog } from './check-log.ts'
import { cleanAll } from './clean.ts'
import { type JobOutcome, type JobWatch, nothingToDo } from './jobs.ts'
import type { Rhythm } from './rhythm.ts'
import type { JobStart } from './rows.ts'

/** A work that the server does by itself. */
export interface Work {
  /** What it does, for who looks at it. */
  readonly says: string
  /** Null: it is off. */
  rhythm(parts: Parts): Promise<Rhythm | null>
  /** The setting that says when. */
  readonly by?: DailySetting
  /** Why it can come to nothing as this server was started, and what to do, in words; null: it can. */
  idle?(parts: Parts): string | null
  /** Why what it last came to is of no use any more, by what was said of it; null: it is. */
  gone?(parts: Parts, says: string): string | null
  /** What it throws is its failure, in words; it is tried again at the next beat. */
  run(parts: Parts, watch: JobWatch): Promise<JobOutcome>
  /** Each process does it for itself; else one of several does it for all. */
  readonly each?: true
  /** Why nobody pauses it. */
  readonly steady?: string
  /** What is not done while it is paused, and whether that is made up for. */
  readonly paused?: string
  /** As what job it is seen, where it is not seen as itself. */
  readonly job?: Omit<JobStart, 'by'>
}

const every =
  (everyMinutes: number): Work['rhythm'] =>
  async () => ({ everyMinutes })

/** The settings that say at what time of the day a work is done. */
type DailySetting = Extract<SettingName, `${string}.daily` | 'log.archiveDaily'>

/** Once a day at the time that a setting says, or not at all. */
const daily = (by: DailySetting): Pick<Work, 'by' | 'rhythm'> => ({
  by,
  async rhythm({ db }) {
    const dailyAt = await setting(db.read, by)
    return dailyAt === 'off' ? null : { dailyAt }
  },
})

/** All of them: the list to extend, with its words in core/domain/works.ts. */
export const works: Readonly<Record<WorkName, Work>> = {
  clock: {
    says: '已审核的文章到发布时间自动发布，到定时下架的时间自动下架',
    paused: '暂停期间到时的文章不会自动发布、下架，恢复后一分钟内补上',
    rhythm: every(1),
    run: keepTime,
  },
  survey: {
    says: '已审核的问卷到开始时间自动开始，到结束时间自动结束',
    paused: '暂停期间到时的问卷不会自动开始、结束，恢复后一分钟内补上；过了结束时间的照样不接受答卷',
    rhythm: every(1),
    run: keepSurveyTime,
  },
  site: {
    says: '公告等到时自动上下线，未能更新的网页再更新一次',
    paused: '暂停期间公告等到时不会自动显示、撤下，恢复后一分钟内补上；发布、修改引起的更新照常',
    rhythm: every(1),
    async run({ site }) {
      const { did, wrong } = await site.pass()
      if (wrong) return { state: 'failed', says: wrong, told: true }
      return did ? { state: 'done', says: '已更新' } : nothingToDo
    },
  },
  offSite: {
    says: '下架、删除文章后核实网页、列表、检索、附件和图片是否已从网站上消失；有残留的每天再核实一次',
    paused: '暂停期间不核实，恢复后补上',
    rhythm: every(1),
    run: verifyDue,
  },
  links: {
    says: '每天检查已发布的文章中失效的链接，时间和是否检查站外链接在站点设置中选择',
    paused: '暂停期间没有检查的不补',
    ...daily('links.daily'),
    run: lookForDeadLinks,
  },
  anchor: {
    says: '把操作日志的末尾记到数据库之外，以便查出删改',
    rhythm: every(1),
    each: true,
    steady: '日志锚点用于查出对操作日志的删改，不能暂停',
    async run(parts) {
      const { logState } = parts
      // what was read since stands before the anchor
      await writeUses(parts)
      const wrong = (await logState.keeper?.note()) ?? null
      return wrong === null
        ? { state: 'done', says: '末尾与留存的锚点一致' }
        : { state: 'failed', says: wrong, told: true }
    },
  },
  logCheck: {
    says: '每天凌晨从第一条起核对操作日志有没有被改动，是否与锚点一致',
    rhythm: async () => ({ dailyAt: '03:20' }),
    steady: '逐条核对用于查出对操作日志的删改，不能暂停',
    run: checkLog,
  },
  clean: {
    says: '删除过期的登录、验证码、登录记录、请求标识、任务记录，以及没有传完、没有用到的文件',
    paused: '暂停期间过期的数据留在库中，恢复后一并清理；过期的登录、验证码照样失效',
    rhythm: every(10),
    run: cleanAll,
  },
  generate: {
    says: '每天定时生成全站网页，时间在站点设置中选择',
    paused: '暂停期间没有生成的不补',
    job: { kind: 'generate', scope: '全站', alone: 'generate' },
    ...daily('generate.daily'),
    run: ({ site }, watch) => runsFor(site.site).all(watch),
  },
  website: {
    says: '看一看登记的网站能否打开，每 10 分钟一次',
    paused: '暂停期间没有检测的不补',
    rhythm: every(10),
    run: probeAll,
  },
  compliance: {
    says: '每天按检查指标核对首页和栏目的更新、来信和申请的答复、年报，时间在站点设置中选择',
    paused: '暂停期间没有核对的不补',
    ...daily('compliance.daily'),
    run: checkCompliance,
  },
  backup: {
    says: '每天备份数据库、上传文件和密钥，时间和份数在站点设置中选择',
    paused: '暂停期间没有备份的不补',
    ...daily('backup.daily'),
    idle: ({ backups, dataDir }) => (backups ? placeSays({ data: dataDir, out: backups.out }) : noPlace),
    gone: ({ backups }, says) => (backups ? keptAway(says) : null),
    run: backUp,
  },
  logArchive: {
    says: '把超过保留年限的整月操作日志写成签名的文件，核对无误后移出数据库，时间和年限在站点设置中选择',
    paused: '暂停期间不归档，日志留在数据库中',
    ...daily('log.archiveDaily'),
    run: archiveLog,
  },
  reminder: {
    says: '按消息提醒设置提醒该办理的人，每半小时一次，8 时至 20 时之间发出',
    paused: '暂停期间不提醒，恢复后仍需提醒的补发一次',
    rhythm: every(30),
    run: remind,
  },
  deadlines: {
    says: '工作日历改动后，把没有办结的事项的期限重新算一遍；改动时随即执行，未算完的每 10 分钟补上',
    steady: '期限须与工作日历一致，不能暂停',
    rhythm: every(10),
    run: recount,
  },
  voice: {
    says: '给设置中所选栏目的已发布文章生成语音，文字改动后重新生成，每 10 分钟一次',
    paused: '暂停期间不自动生成，恢复后补上；手工生成照常',
    rhythm: voiceRhythm,
    idle: ({ ports }) => ports.voice.missing,
    run: readDue,
  },
}
