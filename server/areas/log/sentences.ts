import { eachEndpoint, wholeContract } from '../../../core/contract/areas.ts'
import type { ToldWhen } from '../../../core/contract/endpoint.ts'
import { besided, quoted, unsaid } from '../../../core/domain/log-things.ts'
import { isUndo, undoOf } from '../../../core/domain/states.ts'
import { saysOf, tables } from '../../db/table.ts'
import { rightsTold } from './rights.ts'

/** What a call does to its things, as a clerk says it: `{}` is where their names stand. */
interface Sentence {
  readonly says: string
  readonly when: readonly ToldWhen[]
  /** The table of its things. */
  readonly of?: string
  /** The table whose rows it writes, where that is another one. */
  readonly writes?: string
}

/** A row of the log, as far as its sentence needs it. */
export interface Told {
  readonly call: string | null
  readonly says: string | null
  readonly before?: unknown
  readonly after?: unknown
  readonly result?: string | null
}

/** The sentences of all calls, from their declarations. */
const sentences: Readonly<Record<string, Sentence>> = Object.fromEntries(
  [...eachEndpoint(await wholeContract())].flatMap(
    ([area, call, { tells, tellsWhen: when = [], about = area, writes }]) =>
      tells === undefined
        ? []
        : [
            [
              `${area}.${call}`,
              tells.includes('{}')
                ? { says: tells, when, of: about, ...(writes && { writes }) }
                : { says: tells, when },
            ],
          ],
  ),
)

const side = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>
/** When a row is told by another sentence than its call's usual one. */
export interface Particular extends ToldWhen {
  /** What did not stand before it. */
  readonly unlike?: Readonly<Record<string, number>>
}

const handsIn = { after: { status: 1 }, unlike: { status: 1 } }
const addsAndHandsIn: readonly Particular[] = [{ ...handsIn, tells: '新增并提交{}' }]
/** A save that hands the article in says so: where it alone was done, and where something was written too. */
const submitting: Readonly<Record<string, readonly Particular[]>> = {
  'article.saveAdmin': addsAndHandsIn,
  'article.saveRole': addsAndHandsIn,
  'article.update': [
    { ...handsIn, only: ['status', 'review'], tells: '提交{}审核' },
    { ...handsIn, tells: '修改并提交{}' },
  ],
}

/** What a command or the console had written down: marked, for it is the caller's own word. */
function clientWords({ call, after }: Told): string | null {
  const { content } = side(after)
  return call === 'log.systemLogSave' && typeof content === 'string' ? `客户端记录：${content}` : null
}

/** A row of many things keeps the same of each: the first will do. */
const firstOf = (value: unknown) => side(Array.isArray(value) ? value[0] : value)

/** The sentence for what was done in particular. */
function particular({ before, after }: Told, when: readonly Particular[]): string | undefined {
  const [was, is] = [firstOf(before), firstOf(after)]
  // of what the log does not keep there is nothing before it, and yet it was there
  const added = Object.keys(was).length === 0 && Object.values(is).some((value) => value !== unsaid)
  const fits = (one: Particular) =>
    (!one.added || added) &&
    Object.entries(one.after ?? {}).every(([field, value]) => is[field] === value) &&
    Object.entries(one.before ?? {}).every(([field, value]) => was[field] === value) &&
    Object.entries(one.unlike ?? {}).every(([field, value]) => was[field] !== value) &&
    (!one.only || Object.keys(is).every((field) => one.only?.includes(field)))
  return when.find(fits)?.tells
}

/** What was taken back stands in the row's result, in the words of its step. */
const takenBack = ({ call, result }: Told) =>
  call?.endsWith('.undo') && result && isUndo(result) ? `${result.replace('：', '')}{}` : null

/** Behind the things of a deletion, before what was deleted with them. */
export const deletedWith = '，连同 '

/** What has no number in the database stands in the row by its name: settings, scheduled works, years. 「：网站名称、联系电话」 */
function titlesIn({ call, before, after }: Told): string {
  const { title } = side(after)
  const { role } = { ...firstOf(before), ...firstOf(after) }
  if (call?.startsWith('user.')) return typeof role === 'string' ? `：${role}` : ''
  if (call?.startsWith('schedule.') || call?.startsWith('workday.'))
    return typeof title === 'string' ? `：${title}` : ''
  if (!call?.startsWith('setting.')) return ''
  const titles = [...new Set([before, after].flatMap((one) => Object.keys(side(one))))]
  const first = titles.slice(0, namedInSentence).join('、')
  return first && `：${first}${titles.length > namedInSentence ? `等 ${titles.length} 项` : ''}`
}

/** Settings that changed with what the row tells of, and what was deleted with it. */
const alongIn = ({ before, after }: Told) => {
  const [{ along }, { settings }] = [firstOf(before), side(after)]
  return (
    (Array.isArray(along) && along.length > 0 ? `${deletedWith}${along.join('、')}` : '') +
    (typeof settings === 'string' ? `，站点设置「${settings}」随之修改` : '')
  )
}

/** What else a sentence names, by what the row keeps: 「并入{into}」; what it does not keep is left out. */
const filled = (says: string, { before, after }: Told, of: string) =>
  says.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = firstOf(after)[field] ?? firstOf(before)[field]
    return value == null ? '' : quoted(of, String(value))
  })

/** One of the sentences of a call's rows. */
export interface Wording {
  readonly call: string
  /** What a row keeps that is told so; null: what no other one fits. */
  readonly when: Particular | null
  /** Those that are told first where they fit. */
  readonly before: readonly Particular[]
}

/** What was to be made, where a refusal kept it: it has no number. */
function wanted({ after }: Told, of: string): string {
  const { label, apart } = tables.get(of) ?? {}
  const [name, beside] = [label, apart].map((field) => (field ? side(after)[field] : undefined))
  return typeof name === 'string' ? quoted(of, besided(name, typeof beside === 'string' ? beside : null)) : ''
}

/** Of a call that was refused before it was read nobody knows whether something was to be made or changed: both are said. */
const isUnread = ({ before, after }: Told, { when }: Sentence): boolean =>
  when.some(({ added }) => added) &&
  Object.keys(firstOf(before)).length === 0 &&
  Object.keys(firstOf(after)).every((field) => field === 'passedOver')

/** All that a call's rows may begin with, and what may follow their things. */
function wordings(call: string, { says, when: told }: Sentence): (Wording & { readonly text: string })[] {
  const when = [...(submitting[call] ?? []), ...told]
  return [
    { call, text: says, when: null, before: when },
    ...when.map((one, i) => ({ call, text: one.tells, when: one, before: when.slice(0, i) })),
  ]
}

const bare = (text: string) => text.replaceAll(' ', '')

/** The sentences that are so: of calls all of whose sentences are, the call alone. */
function wordingsThat(fits: (text: string) => boolean): { readonly calls: string[]; readonly some: Wording[] } {
  const found = Object.entries(sentences).map(([call, one]) => {
    const all = wordings(call, one)
    const some = all.filter(({ text }) => fits(text))
    return { call, some, whole: some.length === all.length }
  })
  return {
    calls: found.flatMap(({ call, whole }) => (whole ? [call] : [])),
    some: found.flatMap(({ some, whole }) => (whole ? [] : some)),
  }
}

/** The sentences in which these words stand, beside the names of things. */
export const wordingsSaying = (words: string) =>
  wordingsThat((text) => text.split(/\{\w*\}/).some((part) => bare(part).includes(bare(words))))

/** The sentences that have the one before their things and the other one behind them. */
export const wordingsAround = (before: string, after: string) =>
  wordingsThat((text) => {
    const [start = '', end] = text.split('{}')
    return end !== undefined && bare(start).endsWith(bare(before)) && bare(end).startsWith(bare(after))
  })

/** The calls that have sentences: what else their rows say of the call is not shown. */
export const callsTold: readonly string[] = Object.keys(sentences)

/** What rows of moves that were taken back keep as their result, where these words are how their sentence begins. */
export const undoneSaying = (words: string): { calls: string[]; result: string } | null =>
  words.startsWith('撤销')
    ? {
        calls: Object.keys(sentences).filter((call) => call.endsWith('.undo')),
        result: undoOf(words.slice('撤销'.length)),
      }
    : null

/** The call that a rehearsal is one of: its row is named by it. */
const rehearsed = /\.dryRun$/

/** Calls whose rows say by themselves what was done, where it was done to somebody. */
const toSomebody: readonly string[] = ['auth.unlock', 'auth.rescue']

/** What a call's things are; undefined: it is about none that has a name. */
export const targetOf = (call: string): string | undefined =>
  sentences[call.replace(rehearsed, '')]?.of ?? (toSomebody.includes(call) ? 'user' : undefined)

/** Whose texts a call's rows keep beside the names of its things: undefined where they are those of the things. */
export const writtenBy = (call: string): string | undefined => sentences[call]?.writes

/** The calls of whose rows what they keep is judged by this kind. */
export const callsTelling = (kind: string): string[] =>
  Object.keys(sentences).filter((call) => [targetOf(call), writtenBy(call)].includes(kind))

/** The calls whose things are of this kind. */
export const callsAbout = (kind: string): string[] => Object.keys(sentences).filter((call) => targetOf(call) === kind)

/** The kinds of things that calls are about. */
export const kinds: readonly string[] = [...new Set(Object.values(sentences).flatMap(({ of }) => of ?? []))]

/** The same, with those whose texts their rows keep. */
export const toldKinds: readonly string[] = [
  ...new Set([...kinds, ...Object.values(sentences).flatMap(({ writes }) => writes ?? [])]),
]

/** How many things a sentence names. */
export const namedInSentence = 3

/** How things of a kind are counted: 「个栏目」. */
function counted(kind: string): string {
  const table = tables.get(kind)
  return table ? `${table.unit ?? '个'}${saysOf(table)}` : '项'
}

/**
 * What a row of the log tells: 「下架《…》」, 「发布《…》、《…》、《…》等 5 篇文章」.
 * @param row as far as it is told to this reader
 * @param whole the row as it was written: what it tells of its submission alone
 * @param names of the first things; null where it is not known or not for this reader
 * @param count how many things there were
 */
export function sentenceOf(
  row: Told,
  names: readonly { readonly id: string; readonly name: string | null }[],
  count: number,
  whole: Told = row,
): string {
  if (rehearsed.test(row.call ?? '') && count > 0) {
    const call = row.call?.replace(rehearsed, '') ?? null
    const times = row.says?.match(/（\d+ 次）$/)?.[0] ?? ''
    // what it would have changed is not known, and what the row keeps is how often
    return `试运行：${sentenceOf({ call, says: row.says }, names, count)}${times}`
  }
  const sentence = sentences[row.call ?? '']
  if (!sentence?.of)
    return (
      clientWords(row) ??
      `${(sentence && particular(row, sentence.when)) ?? sentence?.says ?? row.says ?? ''}${titlesIn(row)}`
    )
  const { of } = sentence
  if (count === 0 && isUnread(row, sentence)) return row.says ?? sentence.says
  const says =
    particular(whole, submitting[row.call ?? ''] ?? []) ??
    takenBack(row) ??
    particular(row, sentence.when) ??
    sentence.says
  if (count === 0)
    return filled(
      says.replace('{}', () => wanted(row, of)),
      row,
      of,
    )
  const things = names.map(({ id, name }) => (name === null ? ` ${id} 号` : quoted(of, name))).join('、')
  const unit = of === 'article' && names[0]?.name === null && count === 1 ? '文章' : ''
  return (
    filled(says, row, of).replace(
      '{}',
      () => `${things}${unit}${count > names.length ? `等 ${count} ${counted(of)}` : ''}`,
    ) +
    alongIn(row) +
    (row.call === 'resource.roleSave' ? rightsTold(side(row.before), side(row.after)) : '')
  )
}
