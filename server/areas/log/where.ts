import { sql } from 'kysely'
import { eachEndpoint, wholeContract } from '../../../core/contract/areas.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { log as contract } from '../../../core/contract/log.ts'
import { documentOf } from '../../../core/contract/replies.ts'
import type { LogMark } from '../../../core/domain/enums.ts'
import { unbesided } from '../../../core/domain/log-things.ts'
import { fromElsewhere } from '../../../core/errors.ts'
import { exportSays } from '../../../core/text.ts'
import { scopeOf } from '../../access/scope.ts'
import type { Ctx } from '../../context.ts'
import { log as table } from '../../db/tables/system.ts'
import {
  allHold,
  allOf,
  among,
  amongRows,
  anyOf,
  aside,
  between,
  type Condition,
  equal,
  free,
  isEmpty,
  like,
  likeAny,
  notAmong,
  test,
} from '../../rows/condition.ts'
import { deptsBelow } from '../../rows/tree.ts'
import { aboutNamed } from './named.ts'
import { withoutRights } from './rights.ts'
import {
  callsTelling,
  callsTold,
  deletedWith,
  toldKinds,
  undoneSaying,
  wordingsAround,
  wordingsSaying,
} from './sentences.ts'
import { seesAll } from './things.ts'
import { toldBy } from './worded.ts'

/** What narrows the log: the same for its list and for the numbers that lead to it. */

/**
 * The words somewhere in a row. What was written about things of a kind is searched only by who is told all of that kind: else it would
 * tell by being found.
 */
function toldIn(ctx: Ctx, words: string, fields: readonly string[] = ['result', 'after']): Condition {
  const hidden = toldKinds.filter((kind) => !seesAll(ctx, kind)).flatMap(callsTelling)
  const told = anyOf(likeAny([...fields], words))
  return hidden.length === 0 ? told : allOf([told, notAmong('call', hidden)])
}

const ofCalls = (calls: readonly string[]): Condition[] => (calls.length === 0 ? [] : [among('call', calls)])

/** So many names of a sentence tell which one it is: a sentence names as many at most. */
const namesLooked = 3
/** A name in a sentence, and what stands before the first and behind the last one. */
const named = /[「《]([^「」《》]+)[」》]/g

function takenBack(ctx: Ctx, words: string): Condition[] {
  const undone = undoneSaying(words)
  return undone ? [allOf([...ofCalls(undone.calls), toldIn(ctx, undone.result, ['result'])])] : []
}

/** Rows that keep this name themselves, with what stands beside it. */
const keptAs = (ctx: Ctx, name: string): Condition => {
  const parts = unbesided(name)
  const whole = toldIn(ctx, name, ['before', 'after'])
  return parts ? anyOf([whole, allOf(parts.map((part) => toldIn(ctx, part, ['before', 'after'])))]) : whole
}

/** How many there were, and what was deleted with them. */
const afterNames = new RegExp(`^(?:等|${deletedWith}).*`)

/** Words that are copied from a sentence: what was done, and the names of its things, or of settings. */
async function asSentence(ctx: Ctx, words: string): Promise<Condition[]> {
  const [doing = '', titles] = words.split('：')
  // what stands in quotes behind it is a thing with a name
  if (titles && !/[「《]/.test(words))
    return toldBy(ctx, wordingsSaying(doing)).map((calls) =>
      allOf([
        calls,
        ...titles.split('、').map((title) => toldIn(ctx, title.replace(/等 \d+ 项$/, ''), ['before', 'after'])),
      ]),
    )
  const all = [...words.matchAll(named)]
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return []
  const begins = words.slice(0, first.index)
  const around = wordingsAround(begins, withoutRights(words.slice(last.index + last[0].length)).replace(afterNames, ''))
  const names = [...new Set(all.map(([, name = '']) => name))].slice(0, namesLooked)
  const things: Condition[] = []
  // one after the other: each asks every kind of thing for its name
  for (const name of names) things.push(anyOf([keptAs(ctx, name), ...(await aboutNamed(ctx, name))]))
  return [...toldBy(ctx, around), ...takenBack(ctx, begins)].map((calls) => allOf([calls, ...things]))
}

/** The words in a row itself, in its sentence, or in the name of a thing that it is about. */
async function heldWords(ctx: Ctx, words: string | undefined): Promise<Condition[]> {
  if (words === undefined) return []
  // how a sign-in ended is its row's result: 「登录失败」
  const [, ended = ''] = /^登录(.+)$/.exec(words) ?? []
  // what is quickly told of a row first: its long texts are looked through where nothing else holds
  const held = [
    ...toldBy(ctx, wordingsSaying(words)),
    ...like('userName', words),
    ...(ended ? [allOf([test('kind', '=', 'login'), toldIn(ctx, ended, ['result'])])] : []),
    ...takenBack(ctx, words),
    // where there is a sentence, it is what is shown
    allOf([...like('says', words), notAmong('call', callsTold)]),
    toldIn(ctx, words),
    // what is gone is called by what its row keeps
    allOf([isEmpty('after'), toldIn(ctx, words, ['before'])]),
  ]
  return [{ ...anyOf([...held, ...(await asSentence(ctx, words)), ...(await aboutNamed(ctx, words))]), wide: {} }]
}

/** How a row ends that tells of what was not done: as it is written where that happens. */
const undone = ['失败', '没有权限', '已锁定', '动态口令错误', fromElsewhere]
const undoneBegins = ['没有执行：', '短信没有发出：']

/** What was refused, failed or not carried out. */
const undoneRows: Condition = free((eb) => {
  const begins = undoneBegins.map((words) => sql<boolean>`${eb.ref('result')} like ${`${words}%`}`)
  return eb.or([eb('result', 'in', undone), ...begins])
})
/** What clients write themselves says nothing of what was refused. */
const ours = test('kind', '!=', 'client')
export const wasUndone: Condition = allOf([ours, undoneRows])
const wasDone: Condition = free((eb) => eb.not(allHold([wasUndone])(eb) as never))

const ofOutcome = (outcome: 1 | 2 | undefined): Condition[] =>
  outcome === undefined ? [] : [outcome === 2 ? wasUndone : wasDone]

const contractCalls = [...eachEndpoint(await wholeContract())].map(([area, call, e]) => ({
  name: `${area}.${call}`,
  e,
}))
/** What rows of older versions may have been called by is not among them: the list finds them under no area. */
export const callsNow: ReadonlySet<string> = new Set(contractCalls.map(({ name }) => name))
const callsThat = (fits: (one: (typeof contractCalls)[number]) => boolean) =>
  contractCalls.filter(fits).map(({ name }) => name)

/** A form to be filled in: nothing of the system leaves by it. */
const emptyForm = 'user.importTemplate'

/** Calls whose rows are marked by what they are: what the server hands out as a file, and what is personal read whole. */
export const markedCalls: Readonly<Record<'exported' | 'revealed', readonly string[]>> = {
  exported: callsThat(({ name, e }) => documentOf(e)?.kept === true && name !== emptyForm),
  // and handed out whole in a document, for which who they are is asked again
  revealed: callsThat(({ name, e }) => name.endsWith('.reveal') || (documentOf(e) !== undefined && !!e.proof)),
}
/** Rows in which a program of ours tells that it made a file of a list. */
export const exportTold: Condition = allOf([
  test('call', '=', 'log.systemLogSave'),
  free((eb) => sql<boolean>`${eb.ref('after')} like ${`{"content":"${exportSays('')}%`}`),
])

/** What is to be kept an eye on, by `logMarks`: the conditions of its rows. */
export const marked: Readonly<Record<LogMark, Condition>> = {
  refused: allOf([ours, test('result', '=', '没有权限')]),
  locked: allOf([ours, test('result', '=', '已锁定')]),
  exported: anyOf([among('call', markedCalls.exported), exportTold]),
  revealed: allOf([among('call', markedCalls.revealed), wasDone]),
}

/** By whoever works in the department now, or below it. */
async function ofDept(ctx: Ctx, deptId: number | undefined): Promise<Condition[]> {
  if (!deptId) return []
  const ids = await deptsBelow(ctx, deptId)
  return [amongRows('userId', 'user', 'id', [among('deptId', ids)])]
}

async function ofArea(area: string | undefined): Promise<Condition[]> {
  if (area === undefined) return []
  if (area === 'none') return [notAmong('call', [...callsNow])]
  const calls = Object.keys(((await wholeContract()) as Readonly<Record<string, object>>)[area] ?? {})
  return [
    among(
      'call',
      calls.map((name) => `${area}.${name}`),
    ),
  ]
}

type Search = Omit<Parsed<typeof contract.list>, 'pageNumber' | 'pageSize'>

/** The conditions of a search, within the caller's reach. */
export async function logWhere(ctx: Ctx, input: Search): Promise<Condition[]> {
  return [
    ...aside([
      ...scopeOf(ctx, table),
      ...equal('userAccount', input.userAccount),
      ...equal('kind', input.kind),
      ...(await ofDept(ctx, input.deptId)),
      ...(await ofArea(input.area)),
      ...ofOutcome(input.outcome),
      ...(input.mark === undefined ? [] : [marked[input.mark]]),
    ]),
    ...like('call', input.call),
    ...(await heldWords(ctx, input.keyword)),
    ...(input.targetId === undefined ? [] : like('targetIds', `"${input.targetId}"`)),
    ...between('at', input.startTime, input.endTime),
  ]
}
