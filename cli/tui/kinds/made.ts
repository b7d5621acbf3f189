import type { Area, Endpoint } from '../../../core/contract/endpoint.ts'
import type { States } from '../../../core/domain/states.ts'
import { cleanLine } from '../../output/clean.ts'
import { type Column, columnsOf, dueMark, wordsOf } from '../../output/columns.ts'
import { isFiles, nestedText, tellsMore } from '../../output/nested.ts'
import { readableText } from '../../output/readable.ts'
import type { LooseCalls } from '../backend.ts'
import { name } from '../state/rows.ts'
import { countsFrom, type Query, type Sort, type View } from '../state/views.ts'
import { day, dayAlone } from '../text/time.ts'
import {
  commandsOf,
  factsOf,
  longTexts,
  type Machine,
  queryFieldsOf,
  type Route,
  type RowFields,
  routeOf,
  rowFields,
  writingsOf,
} from './contract.ts'
import type { Handing, Item, Kind, ListColumn, Plan, PlanName, Sheet } from './kind.ts'
import { handingOf, type Lent, lentName, lentRoute, lentWriting, ownCall } from './lent.ts'
import { historyOf, sendOf, sinceOf, takeBackOf } from './made-calls.ts'

type Row = Readonly<Record<string, unknown>>

/** A row as the list keeps it: what its columns show, in words; a record that was read has all that the reply had. */
interface MadeItem extends Item {
  readonly cells: readonly string[]
  /** Until when it is to be answered. */
  readonly due?: string
  readonly reason: string | null
  readonly whole?: Row
  /** What moves lack that the row itself tells of. */
  readonly lacking?: Readonly<Record<string, string>>
  /** The last steps of its history. */
  readonly done?: readonly Row[]
}

const newest: Sort = { field: 'id', order: 'desc' }
const oldest: Sort = { field: 'id', order: 'asc' }
const sorts = [
  { sort: newest, label: '编号，新的在前' },
  { sort: oldest, label: '编号，旧的在前' },
  { sort: { field: 'createdAt', order: 'desc' }, label: '建立时间，晚的在前' },
  { sort: { field: 'createdAt', order: 'asc' }, label: '建立时间，早的在前' },
  { sort: { field: 'updatedAt', order: 'desc' }, label: '修改时间，晚的在前' },
] as const
const byDeadline = { sort: { field: 'due', order: 'asc' }, label: '期限，早的在前' } as const

/** From which width of the list on its columns are shown: until when or since when, then what the row leads with. */
const widthOfTime = 11
const widthOfText = 12
/** 「25-12-01 已超期」 */
const widthOfDue = 15
const firstFrom = 52

/** Keys of moves in the order in which the table's moves get them: onward, and back with a reason. */
const onward: readonly PlanName[] = ['pass', 'submit']
const backward: readonly PlanName[] = ['reject', 'takeDown']

/** What a made kind is made from. */
export interface Source {
  readonly area: string
  readonly contract: Area
  readonly calls: LooseCalls
  readonly states: States
  /** The states in which somebody's work waits: there the oldest is the one to do next. */
  readonly queued: ReadonlySet<number>
  /** Moves that calls of another area make. */
  readonly lent?: ReadonlyMap<string, Lent>
}

function planOf({ moves }: States, move: string): Plan {
  const { says, became, reasons, follows, public: isPublic, asks } = moves[move] as States['moves'][string]
  const deletes = move === 'delete'
  return {
    ...{ says, became: deletes ? '已删除' : became, moves: [move], tells: follows ? `${says}：${follows}` : says },
    ...(reasons && { reasons }),
    ...(deletes && { destructive: true as const }),
    ...((isPublic || asks) && { asks: true as const }),
  }
}

/**
 * A table's moves by the keys that they get; those that a command makes have none. What is left over gets a key that does nothing else in a
 * state where it is possible, so that the step that comes next there stands among the keys; the rest stands in the palette.
 */
function plansOf(states: States, routes: ReadonlyMap<string, Route>, handings: readonly Handing[]) {
  const plans: Partial<Record<PlanName, Plan>> = {}
  const morePlans: Plan[] = []
  for (const move of Object.keys(states.moves).filter((one) => routes.has(one))) {
    const slots = move === 'delete' ? (['remove'] as const) : states.needsReason(move) ? backward : onward
    const free = slots.find((slot) => !plans[slot])
    if (free) plans[free] = planOf(states, move)
    else morePlans.push(planOf(states, move))
  }
  const handed = handings.map((handing): Plan => ({ ...planOf(states, handing.move), tells: handing.says, handing }))
  const fits = ({ moves }: Plan, status: number) => moves.some((move) => states.target(move, status) !== null)
  const byState = new Map(
    states.order.map((status) => {
      const taken = new Map<PlanName, Plan>()
      for (const plan of [...handed, ...morePlans].filter((one) => fits(one, status))) {
        const slots = plan.reasons ? backward : onward
        const free = slots.find((slot) => !taken.has(slot) && !(plans[slot] && fits(plans[slot], status)))
        if (free) taken.set(free, plan)
      }
      return [status, taken] as const
    }),
  )
  const planAt = (name: PlanName, status: number) => byState.get(status)?.get(name)
  return { plans, morePlans, handed, planAt }
}

function viewsOf({ words, order }: States, queued: ReadonlySet<number>): readonly View[] {
  const states = order.map((status): View => {
    const name = words[status] ?? ''
    return { name, query: { status: [status] }, sort: queued.has(status) ? oldest : newest }
  })
  return [...states, { name: '全部', query: { status: [] }, sort: newest }]
}

const worded = (row: Row, column: Column) => cleanLine(wordsOf(row[column.field], column))

/** The moves that a row cannot make for want of a field that it has and that is empty, each with its refusal. */
function lackingIn(states: States, row: Row): Pick<MadeItem, 'lacking'> {
  const found = Object.entries(states.moves).flatMap(([move, { needs }]) => {
    const says = needs && Object.hasOwn(row, needs.field) ? states.lacks(move, row) : undefined
    return says ? [[move, says] as const] : []
  })
  return found.length > 0 ? { lacking: Object.fromEntries(found) } : {}
}

/** A deadline in the cells of a column: its day, and whether it is over or may still change. */
const dueCell = (row: Row): string => {
  const { due } = row
  return typeof due === 'string' ? [dayAlone(due), dueMark(row)].filter(Boolean).join(' ') : ''
}

function itemOf(states: States, { title, state, reason, time, due, leading }: RowFields, row: Row): MadeItem {
  const since = time ? String(row[time.field] ?? '') : ''
  return {
    id: String(row.id),
    status: Number(row[state?.field ?? 'status']),
    title: cleanLine(String(row[title.field] ?? '（未填写）')),
    version: row.version == null ? null : Number(row.version),
    ...lackingIn(states, row),
    reason: reason && row[reason.field] ? cleanLine(String(row[reason.field])) : null,
    ...(due && { due: dueCell(row) }),
    cells: [since, ...leading.map((column) => name(worded(row, column)) ?? '')],
  }
}

function columnsFor({ time, due, leading }: RowFields): readonly ListColumn<MadeItem>[] {
  const first: ListColumn<MadeItem>[] = time
    ? [
        {
          title: time.title,
          from: due ? firstFrom + widthOfDue + 3 : firstFrom,
          width: widthOfTime,
          text: ({ cells }) => day(cells[0]),
        },
      ]
    : []
  const second: ListColumn<MadeItem>[] = due
    ? [{ title: due.title, from: firstFrom, width: widthOfDue, text: ({ due: until = '' }) => until }]
    : []
  const next = firstFrom + widthOfTime + 3 + (due ? widthOfDue + 1 : 0)
  return [
    ...first,
    ...second,
    ...leading.map((column, i) => ({
      title: column.title,
      from: next + i * (widthOfText + 1),
      width: widthOfText,
      text: ({ cells }: MadeItem) => cells[i + 1] ?? '',
    })),
  ]
}

/** An item's own facts until the whole record has come. */
const shortSheet = ({ time, leading }: RowFields, { cells, reason }: MadeItem): Sheet => ({
  notes: [],
  facts: [['理由', reason], ...[time, ...leading].map((column, i) => [column?.title ?? '', cells[i]] as const)],
  texts: null,
})

const stepsMost = 20
/** Of so many rows it is counted whom they reach. */
const reachedMost = 50

/** What a record holds that is more than a name, as what each department says of a letter, or the questions of a survey. */
const insideOf = (detail: Endpoint): readonly Column[] => columnsOf(detail.output).filter(tellsMore)

const stepsText = (steps: readonly Row[]): string =>
  steps
    .map(({ at, act, byName, reason }) =>
      [String(at ?? '').slice(5, 16), act, byName, reason].filter((one) => one != null && one !== '').join('  '),
    )
    .join('\n')

/** Values inside values have no words. */
const tellable = (value: unknown) =>
  typeof value !== 'object' || (Array.isArray(value) && value.every((one) => typeof one !== 'object'))

/** The call that reads one row: by its name, or because it is what commands read one by. */
const readerIn = (contract: Area): string | undefined =>
  ['get', 'detail'].find((call) => contract[call]) ??
  Object.keys(contract).find((call) => contract[call]?.verb === 'get' && contract[call]?.rows === undefined)

/**
 * A kind's queue, made from its contract and its table of states: nothing of it is written by hand.
 * @throws Error when the contract has no list
 */
export function madeKind({ area, contract, calls: own, states, queued, lent = new Map() }: Source): Kind<MadeItem> {
  const borrowed = [...lent]
  const calls: LooseCalls = {
    ...own,
    ...Object.fromEntries(borrowed.map(([, one]) => [lentName(one), one.send])),
  } as LooseCalls

  const { list } = contract
  if (!list || !calls.list) throw new Error(`${area} 没有列表`)
  const listed = calls.list
  const reader = readerIn(contract)
  const read = reader === undefined ? undefined : calls[reader]
  const detail = contract[reader ?? 'list'] ?? list
  const fields = rowFields(list, states)
  const texts = longTexts(detail, fields)
  const facts = factsOf(detail, fields, texts)
  const machine: Machine = { area, states, state: fields.state }
  const routes = new Map(
    Object.keys(states.moves).flatMap((move) => {
      const other = lent.get(move)
      const route = other ? lentRoute(other) : routeOf(contract, machine, move)
      return route ? [[move, route] as const] : []
    }),
  )
  const writings = [
    ...writingsOf(contract, machine, calls),
    ...borrowed.flatMap(([move, one]) => lentWriting(move, one, states) ?? []),
  ]
  const handings = Object.keys(states.moves).flatMap((move) => {
    const made = lent.get(move) ?? ownCall(area, contract, own, move)
    return (made && handingOf(move, made)) ?? []
  })
  const nested = detail === list ? [] : insideOf(detail)
  const { history: steps } = calls
  const done = new Set([
    ...[...routes.values()].map(({ call }) => call),
    ...[...writings.map(({ call }) => call), ...handings.map(({ move }) => move)],
  ])
  const narrowed = (query: Query) => {
    const { status, ...rest } = query
    const [state] = status
    return { ...rest, ...(state !== undefined && fields.state && { [fields.state.field]: state }) }
  }
  const page = async (search: Row) => {
    const { list: rows, total } = (await listed(search)) as { list?: Row[]; total: number }
    return { rows: (rows ?? []).map((row) => itemOf(states, fields, row)), total: Number(total) }
  }
  const { noun, unit, words } = states
  return {
    ...{
      area,
      noun,
      unit,
      states,
      writings,
      sorts: fields.all.some(({ field }) => field === 'due') ? [...sorts, byDeadline] : sorts,
    },
    ...{ ...plansOf(states, routes, handings) },
    views: viewsOf(states, queued),
    queryFields: queryFieldsOf(list),
    idField: newest.field,
    titled: fields.title.title,
    stated: fields.state?.title ?? '状态',
    freshest: newest,
    columns: columnsFor(fields),
    extras: new Set(writings.length > 0 ? ['edit'] : []),
    commands: commandsOf(contract, area, done),
    list: page,
    search: (query, sort) => ({ ...narrowed(query), sortField: sort.field, sortOrder: sort.order }),
    queryOf(search) {
      const { [fields.state?.field ?? '']: state, ...rest } = search
      return { ...rest, status: state === undefined ? [] : [Number(state)] }
    },
    async counts() {
      if (contract.counts && calls.counts) return countsFrom((await calls.counts({})) as never)
      const count = async (query: Query) => (await page({ ...narrowed(query), pageSize: 1 })).total
      const asked = fields.state ? Object.keys(words).map(Number) : []
      const [total = 0, ...counted] = await Promise.all([
        count({ status: [] }),
        ...asked.map((state) => count({ status: [state] })),
      ])
      return { total, states: new Map(asked.map((state, i) => [state, counted[i] ?? 0])) }
    },
    titleOf: ({ title }) => title,
    quoted: (title) => (fields.title.field === 'title' ? `《${title}》` : `「${title}」`),
    textOf: ({ title, cells }) => `${title} ${cells.slice(1).join(' ')}`,
    stateOf: ({ status }) => status,
    reasonOf: ({ reason }) => reason,
    byOf: ({ cells }) => fields.leading.map((column, i) => `，${column.title} ${cells[i + 1]}`).join(''),
    due: (move, { lacking }) => lacking?.[move] === undefined,
    refusal: (move, { status, lacking }) =>
      states.alreadyThere(move, status) || states.target(move, status) !== null
        ? (lacking?.[move] ?? null)
        : states.illegal(move, status),
    async read(id, patiently) {
      const whole = (await patiently(async () => read?.({ id }))) as Row
      // it is decided on with what was done about it
      const done = steps
        ? ((await patiently(async () => steps({ id, pageSize: stepsMost }))) as { list: Row[] }).list
        : []
      return { ...itemOf(states, fields, whole), whole, done }
    },
    sheet(row) {
      const { whole } = row
      if (!whole) return shortSheet(fields, row)
      return {
        notes: [],
        facts: facts
          .filter((column) => tellable(whole[column.field]) || isFiles(column))
          .map((column) => [column.title, wordsOf(whole[column.field], column)]),
        texts: [
          ...texts
            .filter(({ field }) => typeof whole[field] === 'string' && whole[field] !== '')
            .map(({ field, title, html }) => {
              const text = String(whole[field])
              return { title, text: html ? readableText(text, Number.POSITIVE_INFINITY) : text }
            }),
          ...nested.flatMap((column) => {
            const text = nestedText(whole[column.field], column, row.title)
            return text === null ? [] : [{ title: column.title, text }]
          }),
          ...(row.done && row.done.length > 0 ? [{ title: '办理记录', text: stepsText(row.done) }] : []),
        ],
      }
    },
    consequence({ moves: [move = ''] }) {
      const { follows } = states.moves[move] ?? {}
      return follows ? `，${follows}` : ''
    },
    reached({ moves: [move = ''] }, rows) {
      const reaches = Object.entries(contract[routes.get(move)?.call ?? '']?.reaches ?? {})
      if (!read || reaches.length === 0) return null
      const told = async () => {
        const found: Row[] = []
        for (const { id } of rows.slice(0, reachedMost)) found.push((await read({ id })) as Row)
        const least = rows.length > reachedMost ? '至少 ' : ''
        return reaches
          .map(([field, says]) => [says, found.reduce((sum, row) => sum + Number(row[field] ?? 0), 0)] as const)
          .flatMap(([says, sum]) => (sum > 0 ? [`，${says.replace('{}', `${least}${sum}`)}`] : []))
          .join('')
      }
      return told()
    },
    undoFollows: ({ inverse, by }, ids) =>
      inverse === 'restore'
        ? `${noun}从回收站恢复`
        : `${noun}回到操作之前的状态${ids.some((id) => states.moves[by.get(id) ?? '']?.public) ? '，网页随之更新' : ''}`,
    send: sendOf(calls, routes),
    takeBack: takeBackOf(calls),
    history: historyOf(calls, columnsOf(detail.output), sinceOf(calls, states, fields.state?.field ?? 'status', read)),
    unsettles: () => false,
  }
}
