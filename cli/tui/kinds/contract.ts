import { requiredFields, shapeOf } from '../../../core/client/prepare.ts'
import { type Area, type Endpoint, permissionKey } from '../../../core/contract/endpoint.ts'
import { metaOf } from '../../../core/contract/meta.ts'
import { isEnveloped } from '../../../core/contract/replies.ts'
import { inputFields, ownIds } from '../../../core/contract/wire.ts'
import type { States } from '../../../core/domain/states.ts'
import { flagName } from '../../from-contract/names.ts'
import { verbName } from '../../from-contract/verbs.ts'
import { type Column, columnsOf } from '../../output/columns.ts'
import { isFiles } from '../../output/nested.ts'
import { kebab } from '../../spelling.ts'
import type { LooseCalls } from '../backend.ts'
import type { Below, ByCommand, Chosen, Naming, QueryField, Writing } from './kind.ts'

/** What a kind's contract says of its rows and calls, for its queue in the terminal. */

/** A text of so many characters is not typed in a line. */
const longFrom = 1000

const meta = (e: Endpoint, field: string) => metaOf(shapeOf(e)[field] ?? {})
const has = (e: Endpoint, field: string) => Object.hasOwn(shapeOf(e), field)

const sameWords = (a: Column['words'], b: States['words']) =>
  a !== undefined &&
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(b).every(([state, word]) => a[state] === word)

/** What says nothing to people: numbers of rows, and of their changes. */
const isInner = ({ field, title, whole }: Column) => whole || field === 'version' || title.endsWith('编号')
const isReason = ({ field }: Column) => /reason$/i.test(field)

/** The fields of a list's rows by what they are. */
export interface RowFields {
  readonly title: Column
  /** The state's; by it the list is narrowed too. */
  readonly state: Column | null
  readonly reason: Column | null
  /** Since when a row is there. */
  readonly time: Column | null
  /** Until when it is to be answered. */
  readonly due: Column | null
  /** What else the row leads with. */
  readonly leading: readonly Column[]
  readonly all: readonly Column[]
}

const leadingMost = 4

/** @throws Error when the contract's rows have no text by which they could be known */
export function rowFields(list: Endpoint, { words }: Pick<States, 'words'>): RowFields {
  const all = columnsOf(list.output)
  const known = all.filter((column) => !isInner(column))
  const title = known.find(({ words: choice, time, right }) => !choice && !time && !right)
  if (!title) throw new Error(`${list.path} 的行没有名称`)
  const state = known.find((column) => sameWords(column.words, words)) ?? null
  const time = known.find(({ field }) => field === 'createdAt') ?? known.find((column) => column.time) ?? null
  const leading = known.filter((one) => one !== title && one !== state && !one.time && !isReason(one))
  return {
    ...{ title, state, time, all, leading: leading.slice(0, leadingMost) },
    due: known.find(({ field }) => field === 'due') ?? null,
    reason: known.find(isReason) ?? null,
  }
}

/** The fields of a whole record that its list does not show: its long texts. */
export function longTexts(detail: Endpoint, { all }: Pick<RowFields, 'all'>): readonly Column[] {
  const listed = new Set(all.map(({ field }) => field))
  return columnsOf(detail.output).filter(
    (one) => !listed.has(one.field) && !one.words && !one.time && !one.right && !isInner(one) && !isFiles(one),
  )
}

/** The facts of a whole record, in the contract's order. */
export function factsOf(detail: Endpoint, { title, state }: RowFields, texts: readonly Column[]): readonly Column[] {
  const told = new Set([title.field, state?.field, ...texts.map(({ field }) => field)])
  return columnsOf(detail.output).filter((one) => !told.has(one.field) && !isInner(one))
}

const timeHint = '2026-11-01、2026-11、7d、today'

/** The fields of the query form: what is typed as a text, and times. */
export const queryFieldsOf = (list: Endpoint): readonly QueryField[] =>
  Object.keys(shapeOf(list)).flatMap((field): QueryField[] => {
    const { title = field, maxLength, of, words, time } = meta(list, field)
    if (field === 'sortField') return []
    if (time) return [{ name: field, label: title, hint: timeHint, time: /^end/i.test(field) ? 'end' : 'start' }]
    return maxLength && !of && !words ? [{ name: field, label: title }] : []
  })

/** How a move travels: with each row's own reason and version, or as ids with what is the same for all. */
export interface Route {
  readonly call: string
  readonly as: 'items' | 'ids'
  /** What the call wants beside the ids. */
  readonly with: Readonly<Record<string, unknown>>
  readonly reason: boolean
  /** What the reason is called there. */
  readonly reasonAs?: string
  /** Beside ids it takes the versions in which they were seen. */
  readonly versions?: boolean
}

/** The call that makes a move with some rows; null where it wants more than a reason. */
export function routeOf(contract: Area, { area, states, state }: Machine, move: string): Route | null {
  const own = contract[move]
  if (own?.send === 'list') return { call: move, as: 'items', with: {}, reason: true }
  // its own call, else the one whose right it takes
  const call = own && has(own, 'ids') ? move : states.keyOf(move).slice(area.length + 1)
  const e = contract[call]
  if (!e || !has(e, 'ids') || e.rows !== undefined) return null
  const [to] = Object.values(states.moves[move]?.to ?? {})
  const field = state?.field ?? ''
  const target = meta(e, field).words
  const with_ = target && Object.hasOwn(target, String(to)) ? { [field]: Number(to) } : {}
  const wanted = requiredFields(e).filter((one) => one !== 'ids' && one !== 'reason' && !Object.hasOwn(with_, one))
  const [reasonAs, ...more] = wanted
  // of a move that says why, the one text that is wanted is that, whatever it is called
  const named = reasonAs !== undefined && states.needsReason(move) && meta(e, reasonAs).maxLength !== undefined
  if (more.length > 0 || (reasonAs !== undefined && !named)) return null
  return {
    ...{ call, as: 'ids', with: with_, reason: named || has(e, 'reason'), versions: has(e, 'versions') },
    ...(named && { reasonAs }),
  }
}

/** A kind's table, and the field of its rows that holds the state. */
export interface Machine {
  readonly area: string
  readonly states: States
  readonly state: Column | null
}

const forStaff = (e: Endpoint) =>
  e.effect === 'write' &&
  isEnveloped(e) &&
  (e.access === 'granted' || e.access === 'login' || typeof e.access === 'object')

/** What is typed in a call as a text, in a line or as a long one. */
function textsOf(e: Endpoint): { long: string[]; short: string[] } {
  const texts = Object.keys(shapeOf(e)).filter((field) => {
    const { maxLength, of, words, html, image } = meta(e, field)
    return maxLength && !of && !words && !html && !image && field !== 'reason'
  })
  const isLong = (field: string) => (meta(e, field).maxLength ?? 0) >= longFrom
  return { long: texts.filter(isLong), short: texts.filter((field) => !isLong(field)) }
}

const typedAs = (e: Endpoint, field: string) => ({
  field,
  title: meta(e, field).title ?? field,
  flag: `--${flagName(e, field)}`,
})

/** What is chosen in a call among some words; whether its text is kept or handed in is asked otherwise. */
const choicesOf = (e: Endpoint, required: readonly string[]): readonly Chosen[] =>
  Object.keys(shapeOf(e)).flatMap((field) => {
    const { words } = meta(e, field)
    // what handing in wants may be left out of what is only kept: the contract says of none of it that it must be there
    const asked = words && field !== e.drafts && (e.drafts !== undefined || required.includes(field))
    return asked ? [{ ...typedAs(e, field), words }] : []
  })

const naming = (e: Endpoint, field: string): Naming => ({ field, flag: `--${flagName(e, field)}` })

/** The field by which a call about rows below is told the row above. */
const aboveIn = (area: string, e: Endpoint): string | undefined =>
  ownIds(area).find((field) => field !== 'id' && has(e, field))

/** How the rows below are named that a call writes; null: it writes those of the queue, or nobody knows where they stand. */
function belowOf(area: string, e: Endpoint): Below | null {
  const above = aboveIn(area, e)
  if (e.rows === undefined || !e.places || above === undefined) return null
  const whose = inputFields(e).filter((field) => meta(e, field).of !== undefined)
  return {
    places: e.places,
    ...{ above: naming(e, above), own: naming(e, 'id') },
    whose: whose.map((field) => naming(e, field)),
  }
}

/** The move that a call makes along: the one of its name, else one that is made by its right alone, and by no call of its own. */
function moveBy(contract: Area, states: States, call: string, right: string): string | null {
  const own = Object.keys(states.moves).filter((move) => states.keyOf(move) === right)
  const along = right === `${states.area}_${call}` ? own.find((move) => contract[move] === undefined) : undefined
  return own.find((move) => move === call) ?? along ?? null
}

/** The calls that write one long text into a row of the queue or one below it, and nothing that is no text. */
export const writingsOf = (contract: Area, { area, states }: Machine, calls: LooseCalls): readonly Writing[] =>
  Object.entries(contract).flatMap(([call, e]): Writing[] => {
    if (!forStaff(e) || e.send === 'list' || !has(e, 'id')) return []
    const { long, short } = textsOf(e)
    const below = belowOf(area, e)
    if (e.rows !== undefined && below === null) return []
    const required = requiredFields(e)
    // what adds a row may change one too: that has a call of its own
    if (!required.includes('id') && below === null && contract.edit) return []
    const choices = choicesOf(e, required)
    const asked = new Set(['id', ...long, ...short, ...choices.map((one) => one.field)])
    const typed = required.every((one) => asked.has(one))
    const [field] = long
    if (field === undefined || long.length > 1 || !typed) return []
    const right = permissionKey(area, call, e)
    return [
      {
        ...{ call, says: e.says, right, required: new Set(required) },
        command: `xzx ${kebab(area)} ${verbName(contract, call, e)}`,
        move: below || e.inStates ? null : moveBy(contract, states, call, right),
        ...(e.inStates && { inStates: e.inStates }),
        ...(e.wants && { wants: e.wants }),
        ...(e.drafts !== undefined && { drafts: e.drafts, draftsFlag: `--${flagName(e, e.drafts)}` }),
        // what it writes is another row than that of the queue
        ...(e.drafts !== undefined && below === null && { apart: true as const }),
        long: typedAs(e, field),
        short: short.map((one) => typedAs(e, one)),
        choices,
        below,
        send: (input) => calls[call]?.(input) ?? Promise.resolve(),
      },
    ]
  })

/** The command that lists rows below the queue's. */
function listedBy(contract: Area, area: string, rows: string): Pick<ByCommand, 'listed'> {
  const list = contract[rows]
  return list && list.verb !== false ? { listed: `xzx ${kebab(area)} ${verbName(contract, rows, list)}` } : {}
}

/** What is left to the command line: writes that are neither a move, nor a text, nor the history's or the recycle bin's. */
export const commandsOf = (contract: Area, area: string, done: ReadonlySet<string>): readonly ByCommand[] =>
  Object.entries(contract).flatMap(([call, e]): ByCommand[] => {
    const here =
      done.has(call) || e.verb === false || !forStaff(e) || e.send === 'form' || /^(?:undo|bin|restore$)/.test(call)
    if (here) return []
    const above = aboveIn(area, e)
    const own = e.rows === undefined && (has(e, 'ids') || has(e, 'id'))
    return [
      {
        says: e.says,
        right: permissionKey(area, call, e),
        command: `xzx ${kebab(area)} ${verbName(contract, call, e)}`,
        ofRow: own ? '' : above === undefined ? null : `--${flagName(e, above)}`,
        ...(e.rows !== undefined && listedBy(contract, area, e.rows)),
      },
    ]
  })
