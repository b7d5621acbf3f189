import { requiredFields } from '../../core/client/prepare.ts'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import type { BulkResult } from '../../core/contract/shared.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { givenIds } from '../bulk/ids.ts'
import { checkOutcome, runBulk, tellBulk } from '../bulk/run.ts'
import type { Context } from '../context.ts'
import { foretold } from '../dry-run.ts'
import { exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { checkFields } from '../output/write.ts'
import { canAsk, confirm, namedTitles } from '../questions.ts'
import { type Verb, verb } from '../verb.ts'
import { idsExamples, writeExamples } from './examples.ts'
import { fieldMeta, flagFor, titleOf } from './fields.ts'
import { fieldsTyped, kebab } from './names.ts'
import { isPage, outputOf, rehearse, shapeFor, writeReply } from './replies.ts'

/** A writing call on the command line. */
interface Writing {
  readonly area: string
  /** The verb. */
  readonly word: string
  readonly e: Endpoint
  /** What the area's rows are called. */
  readonly says: string
  /** The call that reads one row: it gives the titles for a question. */
  readonly get: Endpoint | undefined
  readonly list: Endpoint | undefined
}

const isId = (field: string) => /^id$|Id$/.test(field)
const fieldsOf = (e: Endpoint) => inputFields(e).filter((field) => fieldMeta(e, field).kept !== true)

/** A verb made from a writing call: over ids where it takes nothing else, else with a flag for each field. */
export function writeVerb(writing: Writing): Verb {
  const fields = fieldsOf(writing.e)
  const [only] = fields
  if (fields.length === 1 && only === 'ids') return idsVerb(writing, null)
  if (fields.length === 1 && only !== undefined && isId(only)) return idsVerb(writing, only)
  return fieldsVerb(writing)
}

/** Titles of the first rows, as far as they can be read. */
async function firstTitles(ctx: Context, get: Endpoint | undefined, ids: readonly string[]): Promise<string[]> {
  const idField = get && requiredFields(get)[0]
  if (!get || !idField || ctx.flags.yes || !canAsk(ctx)) return []
  const { titleField } = shapeFor(get)
  const via = await ctx.transport()
  const titles: string[] = []
  for (const id of ids.slice(0, 3)) {
    const row = (await via.send(get, { [idField]: id }, { signal: ctx.signal }).catch(() => ({}))) as object
    const title = (row as Record<string, unknown>)[titleField ?? '']
    if (typeof title === 'string') titles.push(title)
  }
  return titles
}

/**
 * A verb over ids: asks, sends them in chunks, tells what became of each.
 * @param idField the one id that a call takes; null where it takes `ids`, many at once
 */
function idsVerb({ area, word, e, says, get, list }: Writing, idField: string | null): Verb {
  const inputFor = (ids: readonly string[]) => (idField === null ? { ids } : { [idField]: ids[0] })
  return verb({
    name: word,
    says: e.says,
    args: '[ids...]',
    knows: [...uses.server, ...uses.output, ...uses.bulk],
    examples: idsExamples(area, word, list !== undefined && isPage(list)),
    async run(ctx, { args }): Promise<number> {
      const ids = await givenIds(ctx, args)
      if (ids === null) throw usage(`没有说明要处理哪些${says}`, '写出编号，或用 --ids - 从标准输入读取编号')
      await checkOutcome(ctx)
      const titles = namedTitles(await firstTitles(ctx, get, ids), ids.length)
      const text = `将${e.says} ${ids.length} 项${titles}`
      if (ids.length > 0) await confirm(ctx, { text, count: ids.length, destructive: word === 'del' })
      const via = await ctx.transport()
      // not stopped by Ctrl+C: what the server was told to do shall be known
      const send = async (some: readonly string[]): Promise<BulkResult> => {
        const reply = await via.send(e, inputFor(some))
        return idField === null ? (reply as BulkResult) : { done: [...some], failed: [] }
      }
      const groups = idField === null ? [{ ids, send }] : ids.map((id) => ({ ids: [id], send }))
      return foretold(
        async () => tellBulk(ctx, await runBulk(ctx, `正在${e.says}`, groups)),
        async () => {
          await rehearse(ctx, e, inputFor(ids))
          return exit.ok
        },
      )
    },
  })
}

/** A verb with a flag for each field; the row's id, where it must be given, is the argument. */
function fieldsVerb({ area, word, e }: Writing): Verb {
  const required = requiredFields(e)
  const idField = required.find(isId)
  const flagged = fieldsOf(e).filter((field) => field !== idField)
  const need = (field: string) => (required.includes(field) ? '（必填）' : '')
  return verb<Record<string, string>>({
    name: word,
    says: e.says,
    ...(idField && { args: `[${kebab(idField)}]` }),
    ...outputOf(e),
    knows: [...uses.server, ...outputOf(e).knows],
    flags: flagged.map((field) => flagFor(e, field, need(field))),
    examples: writeExamples(
      `xzx ${area} ${word}`,
      e,
      idField,
      flagged.filter((field) => field !== 'version'),
      required.filter((field) => field !== idField),
    ),
    async run(ctx, { args: [id], flags }) {
      if (idField && id === undefined) throw usage(`缺少${titleOf(e, idField)}（${kebab(idField)}）`)
      const input = { ...(idField && { [idField]: id }), ...fieldsTyped(flags) }
      checkFields(ctx, shapeFor(e))
      if (ctx.flags.dryRun) return rehearse(ctx, e, input)
      const via = await ctx.transport()
      await writeReply(ctx, e, await via.send(e, input, { signal: ctx.signal }))
    },
  })
}
