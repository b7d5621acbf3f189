import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { endingOf } from '../../../core/domain/files.ts'
import { Refused } from '../../../core/errors.ts'
import type { PersonalHits } from '../../../core/words/hits.ts'
import type { PersonalKind } from '../../../core/words/personal.ts'
import { attachmentsIn } from '../../attachments/unused.ts'
import { type Ctx, whoOf } from '../../context.ts'
import type { LookedInto } from '../../documents/look.ts'
import { knownFiles } from './known-files.ts'

/** Somebody's own data in the attachments of an article (docs/rules.md, Words). */

/** An attachment that was looked into. */
export interface FileLooked extends LookedInto {
  readonly id: number
  readonly name: string
}

/** So many are looked into, for so long in all: of the rest it is said that they were not. */
const filesMost = 40
const patienceMs = 60_000

/** What a file holds never changes under the name by which it is stored; the last ones are known. */
const known = new Map<string, LookedInto>()
const knownMost = 500

const without = (fault: string): LookedInto => ({ hits: [], total: 0, kinds: [], fault })

/** Contents that took too much, by their hashes: who sends one again keeps nobody waiting a second time. */
const tooMuch = new Map<string, LookedInto>()
/** What is being looked into at this moment, by the name by which it is stored. */
const looking = new Map<string, Promise<LookedInto>>()

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch(() => undefined)
  return hash.digest('base64url')
}

function keep(into: Map<string, LookedInto>, key: string, found: LookedInto): void {
  into.set(key, found)
  if (into.size > knownMost) into.delete(into.keys().next().value as string)
}

async function read(ctx: Ctx, input: { readonly path: string; readonly ending: string }): Promise<LookedInto> {
  const before = tooMuch.size > 0 ? tooMuch.get(await hashOf(input.path)) : undefined
  if (before) return before
  let found: LookedInto
  try {
    found = await ctx.parts.work.documents.run('lookInFile', input, `user ${whoOf(ctx).userId}`)
  } catch (error) {
    // it took too long, or too much memory
    if (!(error instanceof Refused) || error.code !== 'TOO_LARGE') throw error
    found = { ...without('过大或过于复杂，没有检测'), tooMuch: true }
  }
  if (found.tooMuch) keep(tooMuch, await hashOf(input.path), found)
  return found
}

async function lookInto(ctx: Ctx, { stored, name }: { readonly stored: string; readonly name: string }) {
  const before = known.get(stored) ?? looking.get(stored)
  if (before) return before
  const found = read(ctx, { path: join(attachmentsIn(ctx.parts.dataDir), stored), ending: endingOf(name) })
  looking.set(stored, found)
  try {
    keep(known, stored, await found)
    return await found
  } finally {
    looking.delete(stored)
  }
}

/** Looks into attachments by their numbers: those of articles that the caller sees, and what they have uploaded for one. */
export async function lookIntoFiles(ctx: Ctx, ids: readonly number[]): Promise<FileLooked[]> {
  const files = await knownFiles(ctx, [...new Set(ids)])
  const made: FileLooked[] = []
  const began = performance.now()
  for (const [i, { id, name, stored }] of files.entries()) {
    const late = i >= filesMost || performance.now() - began > patienceMs
    made.push({ id, name, ...(late ? without('附件过多，没有检测') : await lookInto(ctx, { stored, name })) })
  }
  return made
}

/** What was found in a text, and in its attachments. */
export function togetherWith(text: PersonalHits, files: readonly FileLooked[]): PersonalHits {
  const kinds = new Map<PersonalKind, number>(text.kinds)
  for (const file of files) for (const [kind, n] of file.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + n)
  const total = files.reduce((sum, file) => sum + file.total, text.total)
  return { hits: text.hits, total, kinds: [...kinds] }
}

/** As replies show them: those in which something is, and those that could not be read. */
export const shownFiles = (files: readonly FileLooked[]) =>
  files
    .filter(({ total, fault }) => total > 0 || fault !== null)
    .map(({ id, name, fault, total, hits }) => ({
      ...{ id: String(id), name, fault, total },
      hits: hits.map(({ kind, found, masked, before, after }) => ({ kind, found, masked, before, after })),
    }))
