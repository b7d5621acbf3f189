import type { Kysely } from 'kysely'
import type { WordLevel } from '../../core/domain/words.ts'
import type { Automaton } from '../../core/words/automaton.ts'
import type { Ctx, Parts } from '../context.ts'
import type { Schema } from '../db/tables.ts'
import { automatonFrom, linesOf } from './lines.ts'

/** A word of the lists, as texts are looked through for it. */
export interface KnownWord {
  readonly id: number
  readonly word: string
  readonly list: 0 | 1 | 2
  readonly type: number
  readonly level: WordLevel
  readonly suggestion: string | null
}

/** The words that hold now, compiled. */
export interface KnownWords {
  readonly version: number
  /** In the order of their numbers in the table. */
  readonly words: readonly KnownWord[]
  readonly automaton: Automaton
  /** The same for a thread, which compiles them anew where they are others than before. */
  readonly lines: string
}

const counterName = 'words'
const compiled = new WeakMap<Parts, KnownWords>()

/** Compiles words. */
export function compile(words: readonly KnownWord[], version: number): KnownWords {
  const lines = linesOf(words)
  return { version, words, lines, automaton: automatonFrom(lines) }
}

/** The words that are in use, from the table. */
export async function wordsInUse(db: Kysely<Schema>): Promise<KnownWord[]> {
  const rows = await db
    .selectFrom('sensitive')
    .select(['id', 'word', 'list', 'type', 'level', 'suggestion'])
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute()
  return rows as unknown as KnownWord[]
}

/**
 * The words that hold now. They are compiled once in each process, and again when somebody has changed them: a count in the database says so.
 * @param db of the transaction that asks, or any
 */
export async function wordsNow({ db, parts }: Pick<Ctx, 'db' | 'parts'>): Promise<KnownWords> {
  const row = await db.selectFrom('counter').select('value').where('name', '=', counterName).executeTakeFirst()
  const version = row?.value ?? 0
  const there = compiled.get(parts)
  if (there?.version === version) return there
  const made = compile(await wordsInUse(db), version)
  compiled.set(parts, made)
  return made
}

/** The words are no longer what they were. Behind the count two such changes stand one after the other. */
export async function wordsChanged(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('counter')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', counterName)
    .execute()
}
