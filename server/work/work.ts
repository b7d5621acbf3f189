import { exportsMost } from '../../core/domain/exports.ts'
import { type Held, roomOf } from '../http/read.ts'
import { type Queue, queueOf } from './queue.ts'
import { type Threads, threadsOf } from './threads.ts'

/** What is not done on the thread that answers everybody, or not more of it at once than leaves the others their turn. */
export interface Work {
  /** Long texts, cleaned and made into pages; the callers are users. */
  readonly texts: Threads
  /** Single pages, up to where they are drawn or handed to a thread: each is a piece for the thread that answers; the callers are users and networks. */
  readonly pages: Queue
  /** Walks through whole tables; the callers are users. */
  readonly checks: Threads
  /** Lists that look into texts, and the index for them; the callers are users. */
  readonly searches: Threads
  /** What visitors seek on the site: in a place of its own, for the staff's searches wait behind no stranger's; the callers are networks. */
  readonly siteSearches: Threads
  /** Many articles looked through for words, a few at a time; the callers are jobs. */
  readonly scans: Threads
  /** Skins that are tried on pages of the site: a template may run away; the callers are users. */
  readonly templates: Threads
  /** The whole site read for what is left of articles; the callers are users and the schedule. */
  readonly traces: Threads
  /** Attachments read for somebody's own data, or for what runs in them: what they unpack to is anybody's guess; the callers are users. */
  readonly documents: Threads
  /** Strangers' documents: none of the staff waits behind them. */
  readonly uploads: Threads
  /** The scheduled backup. */
  readonly backups: Threads
  /** Large exports, one at a time; the callers are users. */
  readonly exports: Threads
  /** Months of the log that are written into files. */
  readonly archives: Threads
  /** Articles that are read aloud, some breaths at a time; the callers are articles. */
  readonly voices: Threads
  /** Pictures that are drawn anew: the image library has threads of its own, and each picture takes hundreds of MB. */
  readonly pictures: Queue
  /** Those of strangers, up to where it is known how large they are, and the small ones. */
  readonly visitorPictures: Queue
  /** The large ones, behind which no small one waits: one of each network is drawn, or in line for it. */
  readonly visitorLargePictures: Queue
  /** Pictures that are brought from other sites, one at a time for each who asks; the callers are users. */
  readonly brought: Queue
  /** What visitors ask of the database; the callers are networks. */
  readonly visitors: Queue
  /** What comes without a session and is to be read as JSON: some that come in one moment are not read in one go; the callers are networks. */
  readonly bodies: Queue
  /** The same of the staff, where it is long; the callers are users. */
  readonly longBodies: Queue
  /** Pages of a list that are long or far from its beginning: some that come in one moment are not read in one go; the callers are users. */
  readonly lists: Queue
  /** What people would be told of now, reckoned for all of them; the callers are users. */
  readonly previews: Queue
  /** Pieces of rehearsals, each a transaction that is undone: nobody's many are before another's first one; the callers are users. */
  readonly rehearsals: Queue
  /** Pictures with a code to type; the callers are networks. */
  readonly captchas: Queue
  /**
   * Passwords that are looked at: each takes one of the four threads by which files are read too, for a tenth of a second. In the first line stand those who
   * have shown nothing yet; the callers are networks.
   */
  readonly strangersPasswords: Queue
  /** In the second those who answered a captcha, which strangers do too; the callers are networks. */
  readonly shownPasswords: Queue
  /** In the third the staff: a session, or a device that the account knows; no stranger takes a place in it. The callers are users and devices. */
  readonly passwords: Queue
  /** Room on the disk for strangers' files that are still on their way: of one owner's network, and of all together. @param owner as `ownerOf` names it */
  readonly arriving: (owner: string) => readonly Held[]
  /** Gives up what is long and changes nothing, and refuses what waits. */
  end(): Promise<void>
  /** The rest, when nobody waits for an answer any more. */
  stop(): Promise<void>
}

const minute = 60_000
const mb = 1024 * 1024
/** For strangers: a reader who comes too soon is kept a moment, a program that asks without end is slowed down. */
const refusesAfterMs = 1000

/** Makes the queues and the threads; none runs before there is something to do. */
export function createWork(): Work {
  const texts = threadsOf({
    ...{ atOnce: 2, atOnceEach: 1, waiting: 64, waitingEach: 8, memoryMb: 256, timeMs: 10_000 },
    tooMuch: '正文过于复杂，处理时间或内存超出限制，请清除格式或分成几篇后再提交',
  })
  const checks = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 16, waitingEach: 2, memoryMb: 256, timeMs: 15 * minute },
    tooMuch: '核对超过 15 分钟仍未完成，请联系管理员',
  })
  const searches = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 64, waitingEach: 8, memoryMb: 256, timeMs: minute },
    tooMuch: '查询时间过长，请缩小范围后再试',
  })
  const siteSearches = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 64, waitingEach: 8, memoryMb: 256, timeMs: 10_000, refusesAfterMs },
    tooMuch: '检索时间过长，请换用更具体的检索词',
  })
  const scans = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 16, waitingEach: 1, memoryMb: 256, timeMs: minute },
    tooMuch: '检测的时间或内存超出限制，请缩小范围后再试',
  })
  const templates = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 16, waitingEach: 4, memoryMb: 192, timeMs: 20_000 },
    tooMuch: '试生成页面的时间或内存超出限制，请检查模板中的循环',
  })
  const traces = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 16, waitingEach: 2, memoryMb: 256, timeMs: 30 * minute },
    tooMuch: '核实超过 30 分钟仍未完成，请联系管理员',
  })
  const documents = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 64, waitingEach: 8, memoryMb: 384, timeMs: 10_000 },
    apart: true,
    tooMuch: '附件过大或过于复杂，没有检测',
  })
  const uploads = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 256, waitingEach: 4, memoryMb: 384, timeMs: 10_000, refusesAfterMs },
    apart: true,
    tooMuch: '附件过大或过于复杂，不能检查，请换一份',
  })
  const backups = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 1, waitingEach: 1, memoryMb: 512, timeMs: 6 * 60 * minute },
    tooMuch: '备份超过 6 小时仍未完成，请检查存放备份的磁盘',
  })
  const archives = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 2, waitingEach: 1, memoryMb: 256, timeMs: 60 * minute },
    tooMuch: '归档超过 1 小时仍未完成，请检查数据目录所在的磁盘',
  })
  const exports = threadsOf({
    ...{
      atOnce: 1,
      atOnceEach: 1,
      waiting: 1000,
      waitingEach: exportsMost,
      memoryMb: 72,
      youngMb: 6,
      timeMs: 60 * minute,
    },
    yields: true,
    tooMuch: '导出的时间或内存超出限制，请缩小范围后分几次导出',
  })
  const voices = threadsOf({
    ...{ atOnce: 1, atOnceEach: 1, waiting: 1000, waitingEach: 1, memoryMb: 256, timeMs: 15 * minute },
    tooMuch: '语音引擎超过 15 分钟没有读完一段，请联系管理员',
  })
  const [arrivingOf, arrivingAll] = [roomOf(60 * mb), roomOf(1024 * mb)]
  const arriving = (owner: string) => [arrivingOf(owner), arrivingAll('')]
  const pages = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 200, waitingEach: 40 })
  const pictures = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 60, waitingEach: 20 })
  const brought = queueOf({ atOnce: 4, atOnceEach: 1, waiting: 100, waitingEach: 3 })
  const visitorPictures = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 256, waitingEach: 4, refusesAfterMs })
  const visitorLargePictures = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 30, waitingEach: 1, refusesAfterMs })
  const visitors = queueOf({ atOnce: 2, atOnceEach: 1, waiting: 200, waitingEach: 40, refusesAfterMs })
  const bodies = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 2000, waitingEach: 100, refusesAfterMs })
  const longBodies = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 1000, waitingEach: 100 })
  const lists = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 1000, waitingEach: 100 })
  const previews = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 60, waitingEach: 4 })
  const rehearsals = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 1000, waitingEach: 100 })
  const captchas = queueOf({ atOnce: 2, atOnceEach: 1, waiting: 100, waitingEach: 20, refusesAfterMs })
  const strangersPasswords = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 100, waitingEach: 20, refusesAfterMs })
  const shownPasswords = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 100, waitingEach: 20, refusesAfterMs })
  const passwords = queueOf({ atOnce: 1, atOnceEach: 1, waiting: 100, waitingEach: 20 })
  return {
    texts,
    voices,
    arriving,
    pages,
    checks,
    searches,
    siteSearches,
    scans,
    templates,
    traces,
    documents,
    uploads,
    backups,
    archives,
    exports,
    pictures,
    visitorPictures,
    visitorLargePictures,
    brought,
    visitors,
    bodies,
    longBodies,
    lists,
    previews,
    rehearsals,
    captchas,
    strangersPasswords,
    shownPasswords,
    passwords,
    end: async () => {
      await Promise.all(
        [
          checks,
          searches,
          siteSearches,
          scans,
          templates,
          traces,
          documents,
          uploads,
          backups,
          archives,
          exports,
          voices,
        ].map((threads) => threads.stop('give up')),
      )
    },
    async stop() {
      const passwordsOf = [strangersPasswords, shownPasswords, passwords]
      const lines = [bodies, longBodies, lists, previews, rehearsals, captchas, ...passwordsOf]
      const queues = [pages, pictures, visitorPictures, visitorLargePictures, brought, visitors, ...lines]
      for (const queue of queues) queue.close()
      await texts.stop('give up')
    },
  }
}
