import type { DatabaseSync } from 'node:sqlite'
import { textOfValues } from '../../core/domain/model-values.ts'
import { textOf } from '../../core/words/text-of.ts'
import { earlierOnlineWords } from './earlier-form.ts'
import { gramsOf, queryFor, sought } from './grams.ts'
import { hasOneTable } from './index-file.ts'
import { type OnlinePart, onlineWordsOf, onlineWordTables } from './online-words.ts'
import { both, either, type Narrowed, Online, page, type Span, without } from './ranking.ts'

/** An article's texts as the search of the site looks through them, and what it is sorted and narrowed by. */
export interface OnlineText {
  readonly id: number
  readonly title: string
  readonly subtitle: string | null
  readonly summary: string | null
  readonly keywords: string | null
  /** HTML. */
  readonly modelFields: string | null
  readonly content: string
  /** Publication time, milliseconds. */
  readonly publishTime: number
  readonly columnId: number
}

/** What decides whether visitors find it. */
export interface Standing {
  readonly status: number
  readonly deletedAt: number | null
  readonly unfound: number | null
}
const published = 2
export const isOnline = ({ status, deletedAt, unfound }: Standing): boolean =>
  status === published && deletedAt === null && unfound !== 1

/** What is sought: words that all have to stand there, each as it is typed. */
export interface OnlineQuery extends Span {
  /** In title, subtitle, keywords, summary or text. */
  readonly words: readonly string[]
  readonly titleWords?: readonly string[] | undefined
  readonly contentWords?: readonly string[] | undefined
  readonly narrowed: Narrowed
}

export interface OnlineFound {
  /** The page, best first. */
  readonly ids: readonly number[]
  readonly total: number
}

/** The part of the index that knows what is online. */
export interface OnlineIndex {
  /** Takes in what is there now of an article; whatever was known of it before goes. */
  take(id: number, text: OnlineText | null): void
  /** What was taken in last was not kept after all. */
  forget(): void
  /** All that it knows. */
  ids(): Int32Array
  find(query: OnlineQuery): OnlineFound
  /** Articles whose titles hold the words, the newest of those that were made last. */
  titled(words: string, most: number): number[]
  /** Articles whose titles look like the words, most alike first; not those that are excepted. */
  alike(asked: Alike): number[]
}

/** What a title is to look like; so many of them, but for these. */
export interface Alike {
  readonly words: string
  readonly most: number
  readonly except: readonly number[]
}

/** The tables that it needs, in an empty file. */
export const onlineTables = `
  create table online (id integer primary key, at integer, "columnId" integer, seq integer not null);
  create index online_seq on online (seq);
  ${onlineWordTables}
`

/** Of titles that hold what is being typed so many are looked at: the answer is to be there before the next key. */
const lookedAt = 1000

const front: readonly OnlinePart[] = ['title', 'front']
const everywhere: readonly OnlinePart[] = [...front, 'content']

/** What stands in front of an article's text, beside its title. */
export const frontOf = (text: Pick<OnlineText, 'subtitle' | 'keywords' | 'summary' | 'modelFields'>): string =>
  [text.subtitle, text.keywords, text.summary, textOfValues(text.modelFields)].filter(Boolean).join('\n')

/** @param file the index, which nobody else in this thread writes to at the same time */
export function onlineIndexOf(file: DatabaseSync): OnlineIndex {
  const stored = hasOneTable(file) ? earlierOnlineWords(file) : onlineWordsOf(file)
  const keep = file.prepare(`insert or replace into online (id, at, "columnId", seq)
    values (?, ?, ?, (select coalesce(max(seq), 0) + 1 from online)) returning seq`)
  const later = file.prepare('select id, at, "columnId", seq from online where seq > ? order by seq')
  const inTitles = `select rowid from "${stored.titles}" where "${stored.titles}" match ?`
  const lately = file.prepare(`${inTitles} order by rowid desc limit ?`)
  const nearest = file.prepare(`${inTitles} order by rank limit ?`)
  const versionOf = file.prepare('pragma data_version')
  for (const one of [lately, nearest]) one.setReturnArrays(true)

  let known = new Online()
  let version = -1
  /** The last change that is known. */
  let seen = 0
  function tell(id: number, at: number | null, columnId: number | null, seq: number): void {
    if (at === null) known.delete(id)
    else known.set(id, { at, columnId: columnId as number })
    seen = seq
  }
  /** What is online; what other threads and processes took in is read. */
  function online(): Online {
    const now = versionOf.get()?.data_version as number
    if (now === version) return known
    version = now
    for (const row of later.all(seen) as unknown as { id: number; at: number | null; columnId: number; seq: number }[])
      tell(row.id, row.at, row.columnId, row.seq)
    return known
  }

  /** What was found last, for who leafs through it. */
  let last: { readonly key: string; readonly tiers: readonly Int32Array[] } | undefined
  function tiersOf({ words, titleWords = [], contentWords = [], narrowed }: OnlineQuery): readonly Int32Array[] {
    const now = online()
    const key = JSON.stringify([seen, words, titleWords, contentWords, narrowed])
    if (last?.key === key) return last.tiers
    /** What holds a word in a part; asked once for all that it counts in. */
    const read = new Map<string, Int32Array>()
    const holding = (part: OnlinePart, word: string) => {
      const at = `${part} ${word}`
      const ids = read.get(at) ?? stored.holding(part, word)
      read.set(at, ids)
      return ids
    }
    const inAny = (parts: readonly OnlinePart[], word: string) =>
      parts.map((part) => holding(part, word)).reduce(either)
    const needed = [
      ...titleWords.map((word) => holding('title', word)),
      ...contentWords.map((word) => holding('content', word)),
    ]
    const found = (parts: readonly OnlinePart[]) =>
      now.within([...needed, ...words.map((word) => inAny(parts, word))].reduce(both), narrowed)
    const tiers = () => {
      if (needed.length + words.length === 0) return [now.within(now.ids(), narrowed)]
      if (words.length === 0) return [found(everywhere)]
      const inTitle = found(['title'])
      const inFront = found(front)
      const all = found(everywhere)
      const best = [inTitle, without(inFront, inTitle)]
      if (words.length === 1) return [...best, without(all, inFront)]
      const some = words.map((word) => holding('title', word)).reduce(either)
      const partly = without(both(all, some), inFront)
      return [...best, partly, without(all, inFront, partly)]
    }
    last = { key, tiers: tiers() }
    return last.tiers
  }

  return {
    take(id, text) {
      online()
      stored.remove(id)
      if (text) stored.put(id, { title: text.title, front: frontOf(text), content: textOf(text.content) })
      const { publishTime = null, columnId = null } = text ?? {}
      tell(id, publishTime, columnId, (keep.get(id, publishTime, columnId) as { seq: number }).seq)
    },
    forget() {
      known = new Online()
      version = -1
      seen = 0
    },
    ids: () => online().ids(),
    find(query) {
      const tiers = tiersOf(query)
      return { ids: page(online(), tiers, query), total: tiers.reduce((sum, { length }) => sum + length, 0) }
    },
    titled(words, most) {
      const sign = queryFor(['title'], sought(words))
      const ids = Int32Array.from(lately.all(sign, lookedAt) as unknown as [number][], ([id]) => id)
      return online().newest(online().within(ids, {}), { offset: 0, limit: most })
    },
    alike({ words, most, except }) {
      // the last one is cut short at the end of the text
      const grams = gramsOf(sought(words)).split(' ').slice(0, -1)
      if (grams.length === 0) return []
      const sign = `{title} : (${[...new Set(grams)].map((gram) => `"${gram}"`).join(' OR ')})`
      const found = (nearest.all(sign, most + except.length) as unknown as [number][]).map(([id]) => id)
      return found.filter((id) => !except.includes(id)).slice(0, most)
    },
  }
}
