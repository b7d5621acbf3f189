import { chunksOf } from '../../core/chunks.ts'
import type { Parsed } from '../../core/contract/endpoint.ts'
import { sensitive as contract, importMax, sensitiveRow } from '../../core/contract/sensitive.ts'
import { type ListedWord, listedWords, type WordLevel, wordTypes } from '../../core/domain/words.ts'
import { Refused } from '../../core/errors.ts'
import { stepsOf, wordMax } from '../../core/words/automaton.ts'
import type { Ctx } from '../context.ts'
import * as made from '../db/migrations/202611240020-sensitive.ts'
import { sensitive as table } from '../db/tables/sensitive.ts'
import { implement, ownTransactions } from '../pipeline.ts'
import { equal, like } from '../rows/condition.ts'
import { rowsOf } from '../rows/rows-of.ts'
import { wordsChanged, wordsInUse } from '../words/known.ts'
import { scans, startScan } from '../words/scan.ts'
import { reach } from './article/find.ts'

export const migrations = { '202611240020-sensitive': made }
export const demo = () => import('../demo/sensitive.ts')

const rows = rowsOf(table, {
  reply: sensitiveRow,
  logged: ['word', 'list', 'type', 'level', 'suggestion', 'enabled', 'remark'],
})

/** The lists hold no more: each process has them compiled. */
const wordsMax = 50_000
const fresh = { list: 0, type: 0, level: 1, enabled: 1, hits: 0 }

/** How a word is sought. @throws Refused BAD_INPUT for one by which everything would be found */
function stepsFor(word: string): string {
  const steps = stepsOf(word)
  if ([...steps].length >= 2) return steps
  throw new Refused('BAD_INPUT', `词（word）：「${word}」至少应有两个字，一个字会把许多无关的内容也找出来`)
}

/** Wrong words are hints, allowed ones are nothing: a level would promise what is not done. */
function refuseLevel(list: number, level: number | undefined): void {
  if (list === 1 && level) throw new Refused('BAD_INPUT', '等级（level）：常见错词只作提示')
}

/** One that is found by the same steps, however it is written. @throws Refused CONFLICT that names it */
async function refuseSame(ctx: Ctx, word: string, steps: string, self = 0): Promise<void> {
  const same = await ctx.db.selectFrom('sensitive').select(['id', 'word']).where('steps', '=', steps).executeTakeFirst()
  if (same && same.id !== self)
    throw new Refused(
      'CONFLICT',
      same.word === word
        ? `词（word）：「${word}」已存在`
        : `词（word）：「${word}」与已有的「${same.word}」是同一个词`,
    )
}

/** @throws Refused BAD_STATE when there would be more than are compiled */
async function refuseMany(ctx: Ctx, more: number): Promise<void> {
  const { n } = await ctx.db
    .selectFrom('sensitive')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) + more > wordsMax) throw new Refused('BAD_STATE', `词表最多 ${wordsMax} 个词，请先删去不用的`)
}

async function add(ctx: Ctx, given: Parsed<typeof contract.add>) {
  const list = given.list ?? fresh.list
  refuseLevel(list, given.level)
  const steps = stepsFor(given.word)
  await wordsChanged(ctx.db)
  await refuseSame(ctx, given.word, steps)
  await refuseMany(ctx, 1)
  return rows.add(ctx, { ...fresh, ...(list === 1 && { level: 0, type: 9 }), ...given, steps })
}

async function edit(ctx: Ctx, { id, version, ...given }: Parsed<typeof contract.edit>) {
  await wordsChanged(ctx.db)
  const was = await rows.need(ctx, id, { lock: true })
  const list = given.list ?? was.list
  refuseLevel(list, given.level)
  const steps = given.word === undefined ? was.steps : stepsFor(given.word)
  await refuseSame(ctx, given.word ?? was.word, steps, id)
  return rows.change(ctx, id, { ...given, ...(list === 1 && { level: 0 }), steps }, version)
}

/** What is wrong with a listed word; null: nothing. */
function faultOf({ word, suggestion }: ListedWord): string | null {
  if ([...word].length > wordMax || [...(suggestion ?? '')].length > wordMax) return `最多 ${wordMax} 个字`
  if ([...stepsOf(word)].length < 2) return `「${word}」至少应有两个字`
  return null
}

/** Words as they were listed. @throws Refused BAD_INPUT that names each unfit line */
function judged(given: string): ListedWord[] {
  const words = listedWords(given)
  if (words.length > importMax) throw new Refused('BAD_INPUT', `一次最多 ${importMax} 个词，收到 ${words.length} 个`)
  const bad = words.flatMap((one) => {
    const says = faultOf(one)
    return says ? [{ row: one.line, says }] : []
  })
  const [first] = bad
  if (first)
    throw new Refused('BAD_INPUT', `${bad.length} 行不符合要求，都没有采用。第 ${first.row} 行：${first.says}`, {
      rows: bad,
    })
  return words
}

/** Adds what is not there yet, all or nothing; what is stays as it is. */
async function importMany(ctx: Ctx, { words: given, list = 0, type, level }: Parsed<typeof contract.importMany>) {
  refuseLevel(list, level)
  const words = judged(given)
  if (words.length === 0) throw new Refused('BAD_INPUT', '没有要导入的词，每行写一个')
  await wordsChanged(ctx.db)
  const wanted = new Map(words.map(({ word, suggestion }) => [stepsOf(word), { word, suggestion }]))
  const there = new Set<string>()
  for (const some of chunksOf([...wanted.keys()], 1000)) {
    const found = await ctx.db.selectFrom('sensitive').select('steps').where('steps', 'in', some).execute()
    for (const { steps } of found) there.add(steps)
  }
  const missing = [...wanted].filter(([steps]) => !there.has(steps))
  await refuseMany(ctx, missing.length)
  const shared = { ...fresh, list, type: type ?? (list === 1 ? 9 : 0), level: list === 1 ? 0 : (level ?? fresh.level) }
  for (const some of chunksOf(missing, 1000))
    await rows.addMany(
      ctx,
      some.map(([steps, one]) => ({ ...shared, ...one, steps })),
      { words: some.map(([, { word }]) => word) },
    )
  return { added: missing.length, there: there.size }
}

/** Looks through what is published as if the words had been changed. */
async function tryOut(ctx: Ctx, input: Parsed<typeof contract.tryOut>) {
  const { words: given, list = 0, type = 0, level = fresh.level, without } = input
  refuseLevel(list, list === 1 ? 0 : level)
  const now = await wordsInUse(ctx.db)
  const gone = new Set(without)
  const known = new Set(now.filter(({ id }) => !gone.has(id)).map(({ word }) => stepsOf(word)))
  const more = judged(given)
    .filter(({ word }) => !known.has(stepsOf(word)))
    .map(({ word, suggestion }) => ({ id: 0, word, list, type, level: level as WordLevel, suggestion }))
  const words = [...now.filter(({ id }) => !gone.has(id)), ...more]
  if (more.length === 0 && words.length === now.length) throw new Refused('BAD_INPUT', '词表没有变化，没有可以试的')
  return startScan(ctx, input, { says: '试用词表', where: [...reach(ctx), ...equal('status', 2)], words, instead: now })
}

async function typeList(ctx: Ctx) {
  const counted = await ctx.db
    .selectFrom('sensitive')
    .select((eb) => ['type', eb.fn.countAll<number>().as('words')])
    .groupBy('type')
    .execute()
  const byType = new Map(counted.map(({ type, words }) => [type, Number(words)]))
  return Object.entries(wordTypes).map(([type, name]) => ({
    type: Number(type) as keyof typeof wordTypes,
    name,
    words: byType.get(Number(type)) ?? 0,
  }))
}

export const sensitive = implement(contract, {
  get: (ctx, { id }) => rows.get(ctx, id),
  list: rows.list<typeof contract.list>({ word: like, list: equal, type: equal, level: equal, enabled: equal }),
  top: async (ctx, { size }) => {
    const found = await ctx.db
      .selectFrom('sensitive')
      .selectAll()
      .where('hits', '>', 0)
      .orderBy('hits', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .execute()
    return rows.shown(ctx, found)
  },
  typeList,
  add,
  edit,
  importMany,
  tryOut: ownTransactions(tryOut),
  scan: (ctx, { jobId }) => scans.read(ctx, jobId),
  cancel: (ctx, { jobId }) => scans.stop(ctx, jobId),
  dels: ownTransactions((ctx: Ctx, { ids }: { ids: number[] }) => rows.remove(ctx, ids, (one) => wordsChanged(one.db))),
})
