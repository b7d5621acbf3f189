import { chunksOf } from '../../../core/chunks.ts'
import { placesMost, type ReplaceReceipt } from '../../../core/contract/article/replace.ts'
import { article as contract } from '../../../core/contract/article.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { BulkResult } from '../../../core/contract/shared.ts'
import { Refused } from '../../../core/errors.ts'
import { stillMay } from '../../access/still.ts'
import { breather } from '../../breather.ts'
import { cleaned } from '../../clean-text.ts'
import { type Ctx, whoOf } from '../../context.ts'
import { validate } from '../../http/validate.ts'
import type { JobOutcome, JobWatch } from '../../jobs/jobs.ts'
import { apart } from '../../pipeline.ts'
import { already, asItem, fail, inChunks } from '../../rows/bulk.ts'
import { refuseStale } from '../../rows/stale.ts'
import { findArticles, notThere } from './find.ts'
import { fieldsOf, type Looking, lookedAt, textsAtOnce, wantedOf, wayOf } from './replace-find.ts'
import { articleTasks, failuresTold, flat } from './tasks.ts'
import { read } from './word-check.ts'
import { type Edit, updateArticle } from './write.ts'

/** One text in the place of another one in many articles, each as by an edit of the same person (docs/rules.md, Articles). */

type Asked = Parsed<typeof contract.replace>
type Item = Asked['items'][number]
/** An article as it will be saved; none: there is nothing to replace. */
interface Ready {
  readonly edit: Edit | null
  readonly times: number
  /** Places that nobody was shown: so many more there are than are told of. */
  readonly beyond: number
}

const quoted = (text: string) => (text === '' ? '（删去）' : `「${text}」`)
const actSays = ({ find, to }: Pick<Asked, 'find' | 'to'>) => `「${find}」替换为${quoted(to ?? '')}`

/** An article's change, judged as one that is sent; cleaned, and looked through for words where somebody audits it. */
async function editOf(ctx: Ctx, asked: Asked, row: Looking, changed: Readonly<Record<string, string>>, times: number) {
  const way = wayOf(ctx, row)
  const status = row.status === 2 ? { status: way === 4 ? 3 : 1 } : {}
  const given = { articleId: row.id, version: row.version, ...status, ...changed }
  const input = validate(contract.update, given) as Parsed<typeof contract.update>
  const audited = row.status <= 2 && way !== 4
  const reason = asked.reason.trim()
  const alike = { act: '查找替换', reason, says: `${actSays(asked)}，${times} 处，理由：${reason}` }
  return { ...(await (audited ? read(ctx, input, true) : cleaned(ctx, input))), alike } as Edit
}

/** What is to be saved of some articles, before any transaction: who has changed one since it was looked at is named in its refusal. */
async function ready(ctx: Ctx, asked: Asked, items: readonly Item[]): Promise<ReadonlyMap<number, Ready | Error>> {
  const rows = await lookedAt(
    ctx,
    items.map(({ articleId }) => articleId),
    fieldsOf(asked.parts),
  )
  const texts = items.map(({ articleId, leave }) => ({ of: rows.get(articleId)?.texts ?? [], leave: leave ?? [] }))
  const input = { texts, wanted: wantedOf(asked), most: placesMost }
  const replaced = await ctx.parts.work.scans.run('replacePlaces', input, `replace ${whoOf(ctx).userId}`)
  const made = new Map<number, Ready | Error>()
  for (const [i, { articleId, version }] of items.entries()) {
    const { changed = [], times = 0, total = 0 } = replaced[i] ?? {}
    const beyond = Math.max(0, total - placesMost)
    try {
      const row = rows.get(articleId)
      if (!row) throw notThere(articleId)
      await refuseStale(ctx, row, version)
      const texts = Object.fromEntries(changed.map(({ field, text }) => [field, text]))
      made.set(articleId, { edit: times === 0 ? null : await editOf(ctx, asked, row, texts, times), times, beyond })
    } catch (error) {
      made.set(articleId, error as Error)
    }
  }
  return made
}

/** Saves some of them in the running transaction, each in a savepoint of its own. */
const savedFrom =
  (made: ReadonlyMap<number, Ready | Error>) =>
  async (inner: Ctx, items: readonly Item[]): Promise<BulkResult> => {
    const result: BulkResult = { done: [], failed: [] }
    const ids = items.map(({ articleId }) => articleId)
    if (inner.dialect === 'postgres') await findArticles(inner, ids, { columns: ['id'], lock: true })
    const breathe = breather()
    for (const id of ids) {
      await breathe()
      try {
        const one = made.get(id) as Ready | Error
        if (one instanceof Error) throw one
        const { edit } = one
        if (edit === null) {
          already(result, id)
          continue
        }
        await asItem(inner, (own) => updateArticle(own, edit))
        result.done.push(String(id))
      } catch (error) {
        fail(result, id, error)
      }
    }
    return result
  }

function told(
  { done, failed, unchanged = [] }: BulkResult,
  { places, beyond }: Places,
  state: JobOutcome['state'],
  why = '',
): JobOutcome {
  const says = [
    `替换 ${done.length - unchanged.length} 篇 ${places} 处`,
    beyond > 0 ? `还有 ${beyond} 处超出每篇一次 ${placesMost} 处的上限，没有替换，请再查找替换一次` : '',
    unchanged.length > 0 ? `${unchanged.length} 篇没有要替换的` : '',
    failed.length > 0 ? `失败 ${failed.length} 篇（${failed[0]?.errorMsg}）` : '',
    why,
    state === 'done' ? '' : '其余没有处理',
  ]
  return {
    state,
    says: says.filter(Boolean).join('，'),
    receipt: receiptOf({ done, failed }, { places, beyond }),
  }
}
const receiptOf = ({ done, failed }: BulkResult, places: Places): ReplaceReceipt => ({
  ...{ done, failed: failed.slice(0, failuresTold), failedCount: failed.length, ...places },
})

/** How many places were replaced, and how many more there are in these articles than anybody was shown. */
type Places = Pick<ReplaceReceipt, 'places' | 'beyond'>
function count(
  so: { places: number; beyond: number },
  made: ReadonlyMap<number, Ready | Error>,
  done: readonly string[],
) {
  for (const id of done) {
    const { times, beyond } = made.get(Number(id)) as Ready
    so.places += times
    so.beyond += beyond
  }
}

const refuseSame = ({ find, to }: Asked): void => {
  if (find === (to ?? '')) throw new Refused('BAD_INPUT', '替换为（to）：与查找的文字相同')
}

/** What would become of each, with nothing kept of it. */
async function tried(ctx: Ctx, asked: Asked): Promise<ReplaceReceipt> {
  const so: BulkResult = { done: [], failed: [] }
  const places = { places: 0, beyond: 0 }
  for (const items of chunksOf(asked.items, textsAtOnce)) {
    const made = await ready(ctx, asked, items)
    const { done, failed } = await inChunks(ctx, items, savedFrom(made))
    count(places, made, done)
    so.done.push(...done)
    so.failed.push(...failed)
  }
  return receiptOf(so, places)
}

/** Replaces it in what was looked at and chosen, and answers how that went, or as what job it goes on. */
export async function startReplacing(ctx: Ctx, asked: Asked) {
  refuseSame(asked)
  const foretold = ctx.call.dry ? await tried(ctx, asked) : null
  const who = whoOf(ctx)
  // each is an edit like any other, and none is asked for a second time
  const call = { ...ctx.call, name: 'article.update', says: contract.update.says, requestKey: '' }
  const work = async (watch: JobWatch): Promise<JobOutcome> => {
    const so: Required<BulkResult> = { done: [], failed: [], unchanged: [] }
    const places = { places: 0, beyond: 0 }
    for (const items of chunksOf(asked.items, textsAtOnce)) {
      if (watch.stopped()) return told(so, places, 'cancelled')
      const now = await stillMay(ctx.parts, who, call.key)
      if (typeof now === 'string') return told(so, places, 'failed', now)
      const made = await ready(ctx, asked, items)
      const {
        done,
        failed,
        unchanged = [],
      } = await apart(ctx.parts, call, now, (inner) => savedFrom(made)(inner, items))
      count(places, made, done)
      so.done.push(...done)
      so.failed.push(...failed)
      so.unchanged.push(...unchanged)
      watch.progress(so.done.length + so.failed.length, asked.items.length)
    }
    return told(so, places, 'done')
  }
  const job = flat(await articleTasks.start(ctx, asked, { scope: actSays(asked), work }))
  return foretold ? { ...job, ...foretold } : job
}
