import type { Kysely } from 'kysely'
import type { Schema } from '../../db/tables.ts'
import { gramsOf, sought } from '../../search/grams.ts'

/** Which answers are like a question: by the pairs of characters that the site's search goes by. */

type Reading = Pick<Kysely<Schema>, 'selectFrom'>

/** Those that visitors find. */
export const published = (db: Reading) =>
  db.selectFrom('questAnswer').where('status', '=', 1).where('deletedAt', 'is', null)

/** What stands between words, and words that every question has. */
const filler = /[\s\p{P}\p{S}]|请问|怎么|如何|怎样|什么|哪里|可以|需要|我想|一下|吗|呢|的/gu
const pairsOf = (text: string): ReadonlySet<string> => {
  const plain = sought(text).replace(filler, '') || sought(text).trim()
  return new Set(gramsOf(plain).trim().split(' ').filter(Boolean))
}

/** How alike two texts are, from 0 to 1: twice the pairs that both have, over those of each. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let both = 0
  for (const pair of a) if (b.has(pair)) both += 1
  return (2 * both) / (a.size + b.size)
}

/** Less than that only happens to share a pair of characters. */
const least = 0.15

interface Known {
  readonly stand: string
  readonly asked: readonly { readonly id: number; readonly ways: readonly ReadonlySet<string>[] }[]
}
const kept = new WeakMap<object, Known>()

/** Each question as its pairs, in every way to ask it; told anew once one of them has changed. */
async function known(db: Reading): Promise<Known['asked']> {
  const { n, at, versions } = await published(db)
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      eb.fn.max('updatedAt').as('at'),
      eb.fn.sum<number>('version').as('versions'),
    ])
    .executeTakeFirstOrThrow()
  const stand = `${n} ${at} ${versions}`
  const before = kept.get(db)
  if (before?.stand === stand) return before.asked
  const rows = await published(db).select(['id', 'title', 'keywords']).orderBy('id').execute()
  const asked = rows.map(({ id, title, keywords }) => ({
    id,
    ways: [title, ...(keywords ?? '').split('\n')].filter((way) => way.trim() !== '').map(pairsOf),
  }))
  kept.set(db, { stand, asked })
  return asked
}

/** The answers to what is like a question, the most alike first. @returns how alike each is, in percent */
export async function likeThis(db: Reading, quest: string, size: number, from = 0) {
  const pairs = pairsOf(quest)
  const alike = (await known(db))
    .map(({ id, ways }) => ({ id, alike: Math.max(...ways.map((way) => likeness(pairs, way))) }))
    .filter((one) => one.alike >= least)
    .sort((a, b) => b.alike - a.alike || a.id - b.id)
    .slice(from, from + size)
  if (alike.length === 0) return []
  const ids = alike.map(({ id }) => id)
  const rows = await published(db)
    .leftJoin('dept', 'dept.id', 'questAnswer.deptId')
    .select(['questAnswer.id', 'questAnswer.title', 'questAnswer.content', 'dept.name as deptName'])
    .where('questAnswer.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return alike.flatMap(({ id, alike }) => {
    const row = byId.get(id)
    return row ? [{ ...row, likeness: Math.round(alike * 100) }] : []
  })
}
