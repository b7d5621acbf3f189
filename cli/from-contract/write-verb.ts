import { requiredFields } from '../../core/client/prepare.ts'
import { type Endpoint, rightSays } from '../../core/contract/endpoint.ts'
import { bulk } from '../../core/contract/shared.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { ApiError } from '../../core/errors.ts'
import { keptAnswer } from '../areas/kept-answer.ts'
import { voiceFollows } from '../areas/voice-follow.ts'
import type { Follows } from '../bulk/follows.ts'
import type { Context } from '../context.ts'
import { tried } from '../dry-run.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { cleanLine, givenLine } from '../output/clean.ts'
import { refuseUnseen, tellOnce } from '../output/once.ts'
import { checkFields, tellsSuccess } from '../output/write.ts'
import { confirm, namedTitles } from '../questions.ts'
import { confirmRevealed } from '../reveal.ts'
import { camel, kebab } from '../spelling.ts'
import { type Verb, verb } from '../verb.ts'
import { checkedFields, fieldsFromFile, withUploads } from './check.ts'
import { type Feed, flagged, idsExamples, writeExamples } from './examples.ts'
import { fieldMeta, flagFor, titleOf } from './fields.ts'
import { foresee } from './foresee.ts'
import { idsVerb } from './ids-verb.ts'
import { fieldsTyped, flagName, ownReference } from './names.ts'
import { ownArgument } from './own-id.ts'
import { exitOfReply, isFailure, outputOf, rehearse, shapeFor, writeReply } from './replies.ts'
import { type Rows, tellRows } from './rows.ts'

/** A writing call on the command line. */
export interface Writing {
  readonly area: string
  /** The call's name. */
  readonly call: string
  /** The verb. */
  readonly word: string
  readonly e: Endpoint
  /** What the area's rows are called. */
  readonly says: string
  /** The rows that its ids name: a question tells what they are. */
  readonly rows: Rows
  /** Their list, where it has a verb. */
  readonly list: Feed | null
  /** What it deletes lies in a recycle bin. */
  readonly back: boolean
}

/** What a question says of what was typed beside the ids: what it does by that, and all else that is sent along. */
function askedBy(
  e: Endpoint,
  given: Readonly<Record<string, unknown>>,
  flags: Readonly<Record<string, string>>,
): { doing?: string; consequence: string } {
  const [field, ways] = Object.entries(e.asks ?? {})[0] ?? []
  const one = field === undefined ? undefined : ways?.[String(given[field])]
  const way = one ?? ways?.['*']
  // a row by the name that was typed for it
  const typed = fieldsTyped(e, flags)
  const others = Object.entries(given).filter(
    ([name, value]) => !(one && name === field) && value !== null && value !== '',
  )
  const told = way
    ? others.map(([name, value]) => `${titleOf(e, name)}：${cleanLine(typed[name] ?? String(value))}`)
    : []
  return {
    ...(way && { doing: way.doing }),
    consequence: [...told, way?.follows ?? '']
      .filter(Boolean)
      .map((one) => `，${one}`)
      .join(''),
  }
}

/** The verbs of which the count is typed, however small. */
const deletes = /(^|-)(del|purge)$/
const isId = (field: string) => /^id$|Id$/.test(field)
const fieldsOf = (e: Endpoint) => inputFields(e).filter((field) => fieldMeta(e, field).kept !== true)

/** A verb made from a writing call: over ids where it takes some, with a flag for each field beside them; else with a flag for each field. */
export function writeVerb(writing: Writing): Verb {
  const fields = fieldsOf(writing.e)
  const [only] = fields
  if (isMove(writing.e)) return overItems(writing)
  if (fields.length === 1 && only === 'ids') return overIds(writing, null)
  if (writing.e.several && only !== undefined) return severalVerb(writing, only)
  // what it answers is what it is called for: one row at a time, and shown
  if (writing.e.answers) return fieldsVerb(writing)
  if (only !== undefined && isId(only) && (fields.length === 1 || writing.e.each)) return overIds(writing, only)
  if (fields.includes('ids') && !requiredFields(writing.e).some((one) => isId(one) && !fieldMeta(writing.e, one).of))
    return overIds(writing, null)
  return fieldsVerb(writing)
}

/** What one call for two acts has done, since its answer looks the same for both; nothing for other calls. */
function whichOf({ says }: Endpoint, input: Readonly<Record<string, unknown>>): string | undefined {
  const [, thing] = /^新增或修改([^，；]+)/.exec(says) ?? []
  return thing && `已${input.id == null ? '新增' : '修改'}${thing}`
}

/** What is done, in a question; where that is more than one thing, as the log tells it. */
const doingOf = ({ says, tells }: Endpoint): string =>
  /[，；]/.test(says) && tells ? tells.replaceAll(/\{\w*\}/g, '') : says

/** What a deletion comes to. */
const lastsOf = ({ word, back }: Writing): string =>
  word.endsWith('purge') ? '，彻底删除后无法恢复' : `，删除后${back ? '可在回收站恢复' : '无法恢复'}`

/** The fields that a call over rows has beside what names these. */
const fieldsBeside = (e: Endpoint): string[] => fieldsOf(e).filter((field) => field !== 'ids' && field !== 'id')

/** What a call over `ids` takes beside them, the same for all. */
function besideIds({ area, e }: Writing) {
  const required = [...requiredFields(e), ...(e.told ?? [])]
  const beside = fieldsBeside(e)
  if (beside.length === 0) return {}
  const need = (field: string) => (required.includes(field) ? '（必填）' : '')
  return {
    flags: beside.map((field) => flagFor(e, field, need(field), area)),
    async more(ctx: Context, flags: Readonly<Record<string, string>>) {
      const input: Record<string, unknown> = await checkedFields(ctx, e, flags, area)
      const missing = beside.find((field) => required.includes(field) && input[field] === undefined)
      if (missing) throw usage(`缺少 --${flagName(e, missing)}（${titleOf(e, missing)}）`, '运行时加 --help 查看各选项')
      return input
    },
  }
}

/** How the flags of what a call takes beside ids look in its examples. */
const besideExample = (writing: Writing): string =>
  fieldsBeside(writing.e)
    .filter((field) =>
      [requiredFields(writing.e), writing.e.told, writing.e.sample].some((some) => some?.includes(field)),
    )
    .map((field) => ` ${flagged(writing.e, field)}`)
    .join('')

/** Calls whose work may go on after they were answered. */
const followed: Readonly<Record<string, Follows>> = { 'voice synthesis': voiceFollows }

/** @param idField the one id that a call takes; null where it takes `ids`, many at once */
const overIds = (writing: Writing, idField: string | null): Verb => {
  const { area, call, word, e, says, rows, list } = writing
  const destructive = deletes.test(word)
  const shared = idField === null || e.each === true || e.several === true
  const beside = shared ? besideExample(writing) : ''
  return idsVerb({
    ...(shared && besideIds(writing)),
    word,
    e,
    says: e.says,
    doing: doingOf(e),
    rows: says,
    made: true,
    named: ownReference(area, e),
    examples: idsExamples(area, word, idField === null || e.rows === undefined ? list : null, beside),
    input: (ids) => (idField === null ? { ids } : { [idField]: ids[0] }),
    ...(idField === null
      ? { ...(e.output !== bulk && { answers: true }), most: fieldMeta(e, 'ids').most }
      : { single: true, follows: followed[`${area} ${call}`] }),
    asking: (given, flags) => askedBy(e, given, flags),
    foresee: (ctx, ids) => foresee(ctx, e, [area, call], rows, ids),
    destructive,
    told: (ctx, ids, most) => tellRows(ctx, e, rows, ids, most),
    ...(destructive && { consequence: lastsOf(writing) }),
  })
}

/** True for a call over a list of rows, each with its reason and version (core/contract/moves.ts). */
export const isMove = (e: Endpoint): boolean =>
  e.send === 'list' && Object.hasOwn((e.input as unknown as Listed).shape.items.def.element.shape, 'id')

interface Listed {
  readonly shape: { readonly items: { readonly def: { readonly element: { readonly shape: object } } } }
}

/** What goes onto the site, or is let through, is what was read of it: of one row it can be said in which version that was. */
const seenFlag = { flag: '--base-version <版本>', says: '看过的版本：此后有改动的不办理，只用于一项' } as const

/** What may be said of why it is done all the same. */
const allTheSameFlag = ({ allTheSame }: Endpoint) => (allTheSame ? [{ flag: '--reason <理由>', says: allTheSame }] : [])

/** @throws UsageError for several rows, or no number */
function seenOf(ids: readonly string[], { baseVersion }: Readonly<Record<string, string>>) {
  if (baseVersion === undefined) return {}
  if (!/^\d{1,15}$/.test(baseVersion)) throw usage(`--base-version 应为版本的数字，收到「${givenLine(baseVersion)}」`)
  if (ids.length !== 1) throw usage('--base-version 只用于一项', '多项请分次办理')
  return { version: Number(baseVersion) }
}

const overItems = (writing: Writing): Verb => {
  const { area, call, word, e, says, rows, list } = writing
  const destructive = deletes.test(word)
  return idsVerb({
    word,
    e,
    says: e.says,
    rows: says,
    made: true,
    named: ownReference(area, e),
    reasons: e.reasons,
    examples: idsExamples(
      area,
      word,
      list,
      e.reasons ? ' --preset 1' : '',
      e.repeat === true && !destructive && !e.reasons,
    ),
    ...((call === 'publish' || e.seen) && { flags: [seenFlag, ...allTheSameFlag(e)] }),
    input(ids, reason, flags) {
      const seen = seenOf(ids, flags)
      return { items: ids.map((id) => ({ id, ...(reason !== undefined && { reason }), ...seen })) }
    },
    destructive,
    told: (ctx, ids, most) => tellRows(ctx, e, rows, ids, most),
    ...(destructive && { consequence: lastsOf(writing) }),
  })
}

/** That what was written is kept, and what to type to hand it in: what that needs beside, and is not kept, is left open with its words. */
function handInBy(
  { area, word, e }: Writing,
  field: string,
  id: string,
  flags: Readonly<Record<string, string>>,
  kept: object,
): string {
  const typed = fieldsTyped(e, flags)
  const again = Object.entries(typed).filter(([name]) => {
    const { words, of } = fieldMeta(e, name)
    return name !== 'version' && (words !== undefined || of !== undefined)
  })
  const flagsOf = again.map(([name, text]) => ` --${flagName(e, name)} ${text}`).join('')
  const open = (e.sample ?? []).filter(
    (name) =>
      name !== field &&
      typed[name] === undefined &&
      fieldMeta(e, name).words !== undefined &&
      (kept as Readonly<Record<string, unknown>>)[name] == null,
  )
  const openFlags = open.map((name) => ` --${flagName(e, name)} …`).join('')
  const choices = open.map((name) => {
    const { words } = fieldMeta(e, name)
    return `；--${flagName(e, name)} 是${titleOf(e, name)}，可以填：${Object.values(words ?? {}).join('、')}`
  })
  const done = fieldMeta(e, field).words as Readonly<Record<string, string>>
  const command = `xzx ${kebab(e.about ?? area)} ${word} ${id}${flagsOf}${openFlags} --${flagName(e, field)} ${done[1]}`
  return `已保存为草稿，还没有${done[1]}，加 --${flagName(e, field)} ${done[1]} 才${done[1]}：${command}${choices.join('')}`
}

/** Asks about what has no way back: what comes of it is found out first. @throws as the call itself, and as `confirm` */
async function askForetold(ctx: Context, e: Endpoint, field: string, input: object): Promise<void> {
  const { yes, quiet } = ctx.flags
  const via = await ctx.transport()
  const found = yes && quiet ? null : await tried(via, e, input)
  const told = ((found?.value ?? {}) as Readonly<Record<string, unknown>>)[field]
  for (const line of found?.lines ?? []) ctx.note(line)
  await confirm(ctx, { text: `将${typeof told === 'string' ? cleanLine(told) : rightSays(e)}`, count: 1 })
}

/** The rows that were typed by name for it, one of each kind: 「（角色：审核员）」. */
function rowsTyped(e: Endpoint, flags: Readonly<Record<string, string>>): string {
  const named = Object.entries(fieldsTyped(e, flags)).filter(([field]) => /Id$/.test(field) && fieldMeta(e, field).of)
  const said = named.map(([field, typed]) => `${titleOf(e, field)}：${cleanLine(typed)}`)
  return said.length > 0 ? `（${said.join('，')}）` : ''
}

/** Asks about what gives or takes rights, when it would: who could see or do what is told first. */
async function askRevealed(
  ctx: Context,
  e: Endpoint,
  input: Readonly<Record<string, unknown>>,
  flags: Readonly<Record<string, string>>,
): Promise<void> {
  const doing = whichOf(e, input)?.replace(/^已/, '') ?? doingOf(e)
  await confirmRevealed(ctx, e, input, { text: `将${doing}${rowsTyped(e, flags)}`, count: 1 })
}

/** Asks about what is done to one row: the question names it. Nobody there to be asked, it is not done without `--yes`. @throws as `confirm` */
async function askNamed(
  ctx: Context,
  { area, e, rows }: Writing,
  sent: Readonly<Record<string, unknown>>,
  idField: string,
): Promise<void> {
  if (ctx.flags.yes || ctx.flags.dryRun) return
  const id = String(sent[idField])
  const [asked = idField] = Object.keys(e.asks ?? {})
  const input = { [asked]: asked === idField ? '' : sent[asked] }
  const { titles } = await tellRows(ctx, e, rows, [id], 1)
  const { doing = doingOf(e), consequence } = askedBy(e, input, {})
  await confirm(ctx, { text: `将${doing}${namedTitles(titles, 1, area) || ` ${id}`}${consequence}`, count: 1 })
}

/** A verb with a flag for each field; the row's id, where it must be given, is the argument. */
function fieldsVerb(writing: Writing): Verb {
  const { area, call, word, e, rows } = writing
  const required = [...requiredFields(e), ...(e.told ?? [])]
  const own = ownArgument(area, e)
  const idField = own.field
  const shown = fieldsOf(e).filter((field) => field !== idField)
  const need = (field: string) => {
    if (field === e.drafts) return `，不写的只保存为草稿，不${fieldMeta(e, field).words?.[1]}`
    return required.includes(field) ? '（必填）' : ''
  }
  const examples = writeExamples(
    `xzx ${kebab(area)} ${word}`,
    e,
    idField,
    shown.filter((field) => field !== 'version'),
    required.filter((field) => field !== idField),
  )
  return verb<Record<string, string>>({
    name: word,
    says: e.says,
    made: 'fields',
    ...own.declares,
    ...outputOf(e),
    knows: [...uses.server, ...outputOf(e).knows, 'file'],
    flags: shown.map((field) => ({
      ...flagFor(e, field, need(field), area),
      ...(field !== 'version' && !required.includes(field) && { empties: true as const }),
    })),
    examples,
    async run(ctx, { args: [id], flags }): Promise<number> {
      const itself = await own.read(ctx, id, examples[0])
      const input: Record<string, unknown> = {
        ...(await fieldsFromFile(ctx, e, area)),
        ...itself,
        ...(await checkedFields(ctx, e, flags, area)),
      }
      // nothing is handed in for good by a command that does not say so
      const kept = e.drafts !== undefined && input[e.drafts] === undefined
      if (kept) input[e.drafts as string] = 0
      const missing = required.find((field) => input[field] === undefined)
      if (missing) throw usage(`缺少 --${flagName(e, missing)}（${titleOf(e, missing)}）`, `例如 ${examples[0]}`)
      checkFields(ctx, shapeFor(e))
      const { columns } = shapeFor(e)
      // one call for two acts tells it of what is new alone
      if (!(whichOf(e, input) && input.id != null)) refuseUnseen(ctx, columns)
      const sent = await withUploads(ctx, e, input)
      if (ctx.flags.dryRun) {
        const own = idField === undefined ? [] : [String(input[idField])]
        const foreseen = await foresee(ctx, e, [area, call], rows, own)
        const [refused] = foreseen?.failed ?? []
        if (refused) throw new ApiError('refused', refused.errorCode, refused.errorMsg)
        return rehearse(ctx, e, sent, foreseen?.says)
      }
      if (e.foretells) await askForetold(ctx, e, e.foretells, sent)
      else if (e.reveals) await askRevealed(ctx, e, sent, flags)
      else if (e.asks && idField !== undefined) await askNamed(ctx, writing, sent, idField)
      const via = await ctx.transport()
      const answers = e.answers === true || (e.answers === 'asked' && Object.keys(sent).length === 0)
      const reply = answers
        ? await keptAnswer(ctx, (options) => via.send(e, sent, options))
        : await via.send(e, sent, { signal: ctx.signal })
      if (answers || tellsSuccess(ctx) || isFailure(e, reply))
        await tellOnce(ctx, columns, [reply as object], () => writeReply(ctx, e, reply))
      const which = whichOf(e, sent)
      if (which && !isFailure(e, reply)) ctx.note(which)
      if (kept && !isFailure(e, reply))
        ctx.note(handInBy(writing, e.drafts as string, String(id), flags, reply as object))
      return exitOfReply(ctx, e, reply)
    },
  })
}

/** A verb with a flag for each field, whose row may be several: of these it tells what became of each. */
function severalVerb(writing: Writing, idField: string): Verb {
  const [one, many] = [fieldsVerb(writing), overIds(writing, idField)]
  const { area, word } = writing
  return {
    ...one,
    ...(many.args !== undefined && { args: many.args }),
    knows: [...new Set([...(one.knows ?? []), ...(many.knows ?? [])])],
    examples: [...(one.examples ?? []), ...(many.examples ?? []).slice(0, 1)],
    run(ctx, given) {
      const [first = '', ...more] = given.args
      const single = ctx.flags.ids === undefined && more.length === 0 && !/[,，、]/.test(first)
      if (single) return one.run(ctx, given)
      const version = flagName(writing.e, 'version')
      const typed = { ...(given.flags as Readonly<Record<string, unknown>>), file: ctx.flags.file }
      const alone = ['file', version].find(
        (name) => (typed as Readonly<Record<string, unknown>>)[camel(name)] !== undefined,
      )
      if (alone) throw usage(`--${alone} 只用于一项`, `去掉 --${alone}，或逐项运行 xzx ${kebab(area)} ${word}`)
      return many.run(ctx, given)
    },
  }
}
