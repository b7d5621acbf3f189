import { chunkSize, chunksOf } from '../../core/chunks.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import type { ReferenceName } from '../../core/contract/references.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import type { ApiError } from '../../core/errors.ts'
import type { Follows } from '../bulk/follows.ts'
import { givenNamed, textFrom } from '../bulk/ids.ts'
import { type ReasonFlags, reasonFlags, reasonFor } from '../bulk/reason.ts'
import { checkOutcome, type Group, noOutcome, runBulk, tellBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { foretold } from '../dry-run.ts'
import { usage } from '../errors.ts'
import { type Flag, uses } from '../flags.ts'
import { canAsk, confirm, namedTitles } from '../questions.ts'
import { tellRevealed } from '../reveal.ts'
import { type Verb, verb } from '../verb.ts'
import type { Foreseen } from './foresee.ts'
import { rehearse, shapeFor } from './replies.ts'

/** What a question says of some rows. */
export interface Told {
  readonly titles: readonly string[]
  /** Begins with a comma, or is empty. */
  readonly along: string
}

/** The same, of rows of which only the titles are read. */
export const titled =
  (titles: (ctx: Context, ids: readonly string[]) => Promise<readonly string[]>): OverIds['told'] =>
  async (ctx, ids, most) => ({ titles: await titles(ctx, ids.slice(0, most)), along: '' })

/** A call over ids on the command line. */
export interface OverIds {
  readonly word: string
  readonly e: Endpoint
  readonly says: string
  /** What is done, in a question; what it says, where that is short enough. */
  readonly doing?: string
  /** All that it is follows from its declaration. */
  readonly made?: true
  /** What the rows are called. */
  readonly rows: string
  /** They have names too: these may be typed as well. */
  readonly named?: ReferenceName | undefined
  readonly examples: readonly string[]
  /** What it takes beside ids, the same for all of them. */
  readonly flags?: readonly Flag[]
  /** These as the input has them. */
  readonly more?: (ctx: Context, flags: Readonly<Record<string, string>>) => Promise<Record<string, unknown>>
  /** What the question says of what was typed beside them. */
  readonly asking?: (
    more: Readonly<Record<string, unknown>>,
    flags: Readonly<Record<string, string>>,
  ) => {
    readonly doing?: string
    readonly consequence: string
  }
  /** The input for some ids; the call takes many at once, and tells what became of each, unless it is `single`. */
  readonly input: (
    ids: readonly string[],
    reason: string | undefined,
    flags: Readonly<Record<string, string>>,
  ) => Record<string, unknown>
  /** It is to be said why; these are often given. */
  readonly reasons?: readonly string[] | undefined
  readonly single?: true
  /** A single one may go on after its answer. */
  readonly follows?: Follows | undefined
  /** It answers a row for each id in the place of how each ended: they are shown. */
  readonly answers?: true
  /** So many ids go in one call at most. */
  readonly most?: number
  /** The count is typed, however small. */
  readonly destructive?: boolean
  /** What the question says of them: the titles of so many, and what goes with all. */
  readonly told: (ctx: Context, ids: readonly string[], most: number) => Promise<Told>
  /** What can be known before it is done, of a call that cannot be tried. */
  readonly foresee?: (ctx: Context, ids: readonly string[]) => Promise<Foreseen | null>
  /** What follows, for the question. */
  readonly consequence?: string
}

const titlesMax = 3

/** What is done, without what a sentence adds to it: a line of progress is short. */
const actOf = (doing: string) => /^[^：，（；]+/.exec(doing)?.[0] ?? doing

/** That it is being done: 「正在公开…」; an act that says first where it is done stands by itself. */
const underWay = (act: string) => (act.startsWith('在') ? `正在办理：${act}` : `正在${act}`)

/** The rows of a reply that is a list of them; of another shape none, and its items count as not mentioned. */
const rowsIn = (reply: unknown) => (Array.isArray(reply) ? (reply as Readonly<Record<string, unknown>>[]) : [])

/** A verb over ids: asks, sends them in chunks, tells what became of each. */
export function idsVerb(over: OverIds): Verb {
  const { word, e, says, rows, doing = says, consequence = '' } = over
  return verb<ReasonFlags & Record<string, string>>({
    name: word,
    says,
    ...(over.made && { made: 'ids' }),
    args: over.named ? '[编号或名称...]' : '[编号...]',
    ...(over.named && { of: over.named }),
    knows: [...uses.server, ...uses.output, ...uses.bulk],
    ...(over.reasons && { flags: reasonFlags(over.reasons, actOf(doing)) }),
    examples: over.examples,
    ...((over.flags || over.follows) && {
      flags: [...(over.flags ?? []), ...(over.follows ? [over.follows.flag] : [])],
    }),
    async run(ctx, { args, flags }): Promise<number> {
      const given = await givenNamed(ctx, args, over.named)
      if (given === null) throw usage(`没有说明要处理哪些${rows}`, '写出编号，或用 --ids - 从标准输入读取编号')
      const { ids, missing } = given
      const more = (await over.more?.(ctx, flags)) ?? {}
      const input = (some: readonly string[], reason?: string) => ({ ...over.input(some, reason, flags), ...more })
      const answers = over.answers && shapeFor(e)
      await checkOutcome(ctx, answers)
      const reason = over.reasons
        ? await reasonFor(ctx, actOf(doing), over.reasons, flags)
        : flags.reason && (await textFrom(ctx, flags.reason, '--reason', '理由'))
      const asks = !ctx.flags.yes && canAsk(ctx)
      // who is asked hears of it before
      if (asks) for (const { errorMsg } of missing) ctx.warn(errorMsg)
      const { titles, along } = asks ? await over.told(ctx, ids, titlesMax) : { titles: [], along: '' }
      const asked = { doing, consequence: '', ...over.asking?.(more, flags) }
      const which = `${ids.length} 项${namedTitles(titles, ids.length, over.named)}`
      const text = `将${asked.doing} ${which}${along}${asked.consequence}${consequence}`
      const tries = [...chunksOf(ids, over.single ? 1 : (over.most ?? ids.length))]
      const inputs = tries.map((some) => input(some))
      // what is refused is told of each when its turn comes, and is not sent again
      const refusedAhead = new Map<string, ApiError>()
      const refuse = (error: ApiError, refused: object) => {
        for (const id of tries[inputs.indexOf(refused as never)] ?? []) refusedAhead.set(id, error)
      }
      // of the same people nobody is told twice: their numbers are added up only where each call has others
      await tellRevealed(ctx, e, inputs, refuse, over.named === 'user')
      if (ids.length > 0) await confirm(ctx, { text, count: ids.length, destructive: over.destructive === true })
      const via = await ctx.transport()
      const answered: Readonly<Record<string, unknown>>[] = []
      // not stopped by Ctrl+C: what the server was told to do shall be known
      const send: Group['send'] = async (some) => {
        const refused = refusedAhead.get(some[0] ?? '')
        if (refused) throw refused
        const reply = await via.send(e, input(some, reason))
        const far = ctx.flags.dryRun ? null : (over.follows?.goesOn(reply) ?? null)
        const [one = ''] = some
        if (far !== null && over.follows && !(flags.wait && (await over.follows.end(ctx, one)))) {
          ctx.note(`${one} 在后台继续，${far}；${over.follows.hint(one)}`)
          return { done: [], failed: [], going: [...some] }
        }
        if (answers) {
          const about = rowsIn(reply)
          answered.push(...about)
          return { done: about.map((row) => String(row[answers.idField])), failed: [] }
        }
        return over.single ? { done: [...some], failed: [] } : (reply as BulkResult)
      }
      const size = Math.min(chunkSize, over.most ?? chunkSize)
      const groups = over.single ? ids.map((id) => ({ ids: [id], send })) : [{ ids, send, size }]
      return foretold(
        async () => {
          const outcome = await runBulk(ctx, underWay(actOf(doing)), groups)
          outcome.failed.unshift(...missing)
          return tellBulk(ctx, outcome, answers && { shape: answers, rows: answered })
        },
        async () => {
          const foreseen = await over.foresee?.(ctx, ids)
          if (!foreseen) return rehearse(ctx, e, input(ids, reason))
          const { there, failed, says: known } = foreseen
          ctx.note(known)
          return tellBulk(ctx, { ...noOutcome(), done: [...there], failed: [...missing, ...failed] })
        },
      )
    },
  })
}
