import type { Revealed } from './contract/reveal.ts'
import { dataScopes } from './domain/enums.ts'
import { quoted } from './domain/log-things.ts'

const namedMost = 6
/** @param n how many there are, where not all of them are at hand */
const several = (some: readonly string[], unit: string, n = some.length): string =>
  some.slice(0, namedMost).join(some.some((one) => /[，、]/.test(one)) ? '；' : '、') +
  (n > Math.min(namedMost, some.length) ? ` 等 ${n} ${unit}` : '')

const placesLine = ({ nets, people, out = 0 }: NonNullable<Revealed['places']>[number]): string =>
  `${people} 人今后${nets === '' ? '从任何地址都能' : `只能从 ${nets} `}登录` +
  (out > 0 ? `，其中 ${out} 人现在是从别处登录的，随即不能再操作` : '')

type Demand = NonNullable<Revealed['demands']>[number]

const demandLines: Readonly<Record<Demand['demand'], (one: Demand) => string>> = {
  password: ({ people }) => `${people} 人的密码已用满这个天数，下次登录时须修改`,
  phone: ({ people, n }) =>
    `${people} 人登记了手机号，今后收到一条短信就能登录，不用密码` +
    (n > 0 ? `；其中 ${n} 人没有绑定动态口令，拿到手机就能登录` : ''),
  factor: ({ people, n, out = 0, self }) =>
    `${people} 人今后登录须用动态口令` +
    (n > 0 ? `，其中 ${n} 人还没有绑定，登录时须先用手机应用扫码绑定，不绑定就不能登录` : '') +
    (out > 0 ? `；还没有绑定的人中 ${out} 人正在登录${self ? '（您也在内）' : ''}，随即退出，须重新登录` : ''),
}

const tokenLine = ({ n, names }: NonNullable<Revealed['tokens']>): string =>
  `${n} 个脚本令牌随之作废，以后也不恢复，用它们的定时任务不能再运行` +
  (names.length > 0 ? `：${names.map((name) => `「${name}」`).join('')}${n > names.length ? ' 等' : ''}` : '')

type Columns = NonNullable<Revealed['columnGains']>[number]
type Column = Columns['some'][number]

/** A column, with how many it concerns where that is not everybody, and some of them. */
function columnSays({ title, people, names }: Column, all: number): string {
  if (people === all) return quoted('column', title)
  const whom = names.length > 0 ? `${people > names.length ? '，如' : '：'}${names.join('、')}` : ''
  return `${quoted('column', title)}（${people} 人${whom}）`
}

const columnsLine = (can: string, { says, n, some }: Columns, all: number): string =>
  `${can}${says}的栏目：${several(
    some.map((one) => columnSays(one, all)),
    '个',
    n,
  )}`

type Narrowed = NonNullable<Revealed['narrowed']>[number]
const narrowedLine = ({ from, to, people, n, rights }: Narrowed): string =>
  `${people} 人的数据范围由「${dataScopes[from]}」缩小为「${dataScopes[to]}」：${several(rights, '项', n)}`

/** Things of several, each once: those of one key become one. */
function joined<T>(all: readonly T[], keyOf: (one: T) => string, join: (one: T, other: T) => T): T[] {
  const by = new Map<string, T>()
  for (const one of all) {
    const known = by.get(keyOf(one))
    by.set(keyOf(one), known === undefined ? one : join(known, one))
  }
  return [...by.values()]
}

const peopleOf = <T extends { readonly people: number }>(one: T, other: T): T => ({
  ...one,
  people: one.people + other.people,
})

type Rows = Revealed['rows'][number]
const tableOf = ({ table, says }: Rows): string => `${table} ${says}`
/** Of whom it concerns most, the one whom it concerns most of all. */
const mostOf = <T extends Rows>(one: T, other: T): T => ({
  ...(other.n > one.n ? other : one),
  people: one.people + other.people,
  atLeast: one.atLeast || other.atLeast,
})

/** Of each column no more are named. */
const columnNamesMost = 3
const columnsTogether = (one: Columns, other: Columns): Columns => {
  const some = joined(
    [...one.some, ...other.some],
    ({ column }) => column,
    (a, b) => ({ ...peopleOf(a, b), names: [...a.names, ...b.names].slice(0, columnNamesMost) }),
  )
  return { says: one.says, n: Math.max(one.n, other.n, some.length), some }
}
const narrowedTogether = (one: Narrowed, other: Narrowed): Narrowed => {
  const rights = [...new Set([...one.rights, ...other.rights])]
  return { ...peopleOf(one, other), rights, n: Math.max(one.n, other.n, rights.length) }
}

/** What several calls of one act would reveal, as if it were one; each is about other people. */
export function revealedTogether(all: readonly Revealed[]): Revealed {
  const of = <T>(pick: (one: Revealed) => readonly T[] | undefined) => all.flatMap((one) => pick(one) ?? [])
  const tokens = of(({ tokens: some }) => (some ? [some] : []))
  return {
    people: all.reduce((sum, { people }) => sum + people, 0),
    names: of(({ names }) => names).slice(0, Math.max(0, ...all.map(({ names }) => names.length))),
    gains: joined(
      of(({ gains }) => gains),
      ({ key }) => key,
      peopleOf,
    ),
    losses: joined(
      of(({ losses }) => losses),
      ({ key }) => key,
      peopleOf,
    ),
    columnGains: joined(
      of(({ columnGains }) => columnGains),
      ({ says }) => says,
      columnsTogether,
    ),
    columnLosses: joined(
      of(({ columnLosses }) => columnLosses),
      ({ says }) => says,
      columnsTogether,
    ),
    narrowed: joined(
      of(({ narrowed }) => narrowed),
      ({ from, to }) => `${from} ${to}`,
      narrowedTogether,
    ),
    places: joined(
      of(({ places }) => places),
      ({ nets }) => nets,
      (one, other) => ({
        ...peopleOf(one, other),
        out: (one.out ?? 0) + (other.out ?? 0),
      }),
    ),
    demands: joined(
      of(({ demands }) => demands),
      ({ demand }) => demand,
      (one, other) => ({
        ...peopleOf(one, other),
        n: one.n + other.n,
        out: (one.out ?? 0) + (other.out ?? 0),
        self: one.self === true || other.self === true,
      }),
    ),
    ...(tokens.length > 0 && {
      tokens: {
        n: tokens.reduce((sum, { n }) => sum + n, 0),
        names: tokens.flatMap(({ names }) => names).slice(0, Math.max(...tokens.map(({ names }) => names.length))),
      },
    }),
    rows: joined(
      of(({ rows }) => rows),
      tableOf,
      mostOf,
    ),
    farther: joined(
      of(({ farther }) => farther),
      tableOf,
      (one, other) => ({ ...mostOf(one, other), doings: [...new Set([...one.doings, ...other.doings])] }),
    ),
  }
}

/** What a change of rights would reveal, in words: a line for each thing; none where nobody's rights change. */
export function revealLines(told: Revealed): string[] {
  const tokens = told.tokens ? [tokenLine(told.tokens)] : []
  return [...(told.people === 0 ? [] : rightsLines(told)), ...tokens]
}

const fewOf = ({ table, titles }: Rows): string => titles.map((title) => quoted(table, title)).join('')
const countOf = ({ n, unit, more }: Rows): string => `${n} ${unit}${more ? '以上' : ''}`
const peopleSay = ({ people, atLeast }: Rows): string => `${atLeast ? '至少 ' : ''}${people} 人`

function rowsLine(one: Rows): string {
  const few = fewOf(one) && `，如${fewOf(one)}`
  return one.people > 1
    ? `${peopleSay(one)}新看到${one.says}，其中${one.who}看到的最多，${countOf(one)}${few}`
    : `${one.who}新看到 ${countOf(one)}${one.says}${few}`
}

function fartherLine(one: NonNullable<Revealed['farther']>[number]): string {
  const few = fewOf(one) && `，如${fewOf(one)}`
  const doings = several(one.doings, '项')
  return one.people > 1
    ? `${peopleSay(one)}原来就看得到的${one.says}，今后还能办理（${doings}），其中${one.who}的最多，${countOf(one)}${few}`
    : `${one.who}原来就看得到的${one.says}，有 ${countOf(one)}今后还能办理（${doings}）${few}`
}

function rightsLines({
  people,
  names,
  gains,
  losses,
  columnGains = [],
  columnLosses = [],
  narrowed = [],
  rows,
  farther = [],
  places = [],
  demands = [],
}: Revealed): string[] {
  const whom = names.length > 0 ? `：${names.join('、')}${people > names.length ? ' 等' : ''}` : ''
  const said = (some: Revealed['gains']) =>
    several(
      some.map((one) => (one.people === people ? one.says : `${one.says}（${one.people} 人）`)),
      '项',
    )
  return [
    `涉及 ${people} 人${whom}`,
    ...(gains.length > 0 ? [`新增权限：${said(gains)}`] : []),
    ...(losses.length > 0 ? [`失去权限：${said(losses)}`] : []),
    ...columnGains.map((one) => columnsLine('今后能', one, people)),
    ...columnLosses.map((one) => columnsLine('今后不能再', one, people)),
    ...narrowed.map(narrowedLine),
    ...places.map(placesLine),
    ...demands.map((one) => demandLines[one.demand](one)),
    ...rows.map(rowsLine),
    ...farther.map(fartherLine),
  ]
}
