import { formatDate, parseTime } from '../../core/domain/time.ts'
import { type Kind, kinds, places, slots, sources, type Theme, themes, works } from './phrases.ts'

/** An article to import: one JSON line of `npm run demo-articles`. Plain text; `date` may be empty. */
export interface ImportRow {
  readonly title: string
  readonly date: string
  readonly source: string
  readonly column: string
  readonly content: string
  readonly url: string
}

export type Random = () => number

/** A small pseudo-random generator (mulberry32): the same seed gives the same numbers on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[out[i], out[j]] = [out[j] as T, out[i] as T]
  }
  return out
}

const day = 24 * 3600_000
const firstDay = parseTime('2019-01-02') as number
const days = 2700

const slotNames = Object.keys(slots) as (keyof typeof slots)[]
type Fill = (phrase: string) => string

/** Fills the slots of a phrase. Place and group, work and department stay the same throughout an article. */
function filler(random: Random, at: number): Fill {
  const [year = '', month, date] = formatDate(at).split('-')
  const steady: Readonly<Record<string, string>> = {
    ...pick(random, works),
    place: pick(random, slots.place),
    group: pick(random, slots.group),
    year,
    date: `${Number(month)}月${Number(date)}日`,
  }
  const slot = (name: string) => slotNames.find((known) => known === name)
  return (phrase) =>
    phrase.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const free = slot(name)
      return steady[name] ?? (free ? pick(random, slots[free]) : whole)
    })
}

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八'] as const
const shortest = 300
const longest = 2900
const sentenceLength = 45

/** Some sentences of a theme in their order, as one paragraph or two. */
function paragraphsOf(random: Random, theme: Theme, count: number, fill: Fill): string[] {
  const chosen = new Set(shuffled(random, theme.sentences).slice(0, count))
  const kept = theme.sentences.filter((sentence) => chosen.has(sentence)).map(fill)
  const sentences = theme.counted ? kept.map((sentence, i) => `${numerals[i]}是${sentence}`) : kept
  const half = Math.ceil(sentences.length / 2)
  const groups = sentences.length > 4 ? [sentences.slice(0, half), sentences.slice(half)] : [sentences]
  return groups.map((group) => group.join(''))
}

/** Opening, themes in their order with headings where the text is long, closing. */
function contentOf(random: Random, opening: string, closing: string, fill: Fill): string {
  const wanted = shortest + Math.floor((longest - shortest) * random() ** 2.5)
  const body = wanted - opening.length - closing.length
  const used = Math.min(themes.length, Math.max(1, Math.ceil(body / (sentenceLength * 5))))
  const chosen = new Set(shuffled(random, themes).slice(0, used))
  const perTheme = Math.max(2, Math.ceil(body / sentenceLength / used))
  const parts = [opening]
  let number = 0
  for (const theme of themes.filter((one) => chosen.has(one))) {
    if (wanted > 900) parts.push(`${numerals[number++]}、${theme.heading}`)
    parts.push(...paragraphsOf(random, theme, perTheme, fill))
  }
  if (wanted > 1800)
    parts.push(
      `${numerals[number]}、${places.heading}`,
      ...slots.place.map((place) => `${place}：${fill(places.line)}`),
    )
  for (let length = parts.join('').length + closing.length; length < shortest; ) {
    const more = fill(pick(random, themes[0]?.sentences ?? []))
    parts.push(more)
    length += more.length
  }
  return [...parts, closing].join('\n')
}

function clockOf(random: Random): string {
  const [hour, minute] = [8 + Math.floor(random() * 10), Math.floor(random() * 60)]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`
}

function rowOf(index: number): ImportRow {
  const random = randomFrom(index * 7919 + 17)
  const kind: Kind = pick(random, kinds)
  const at = firstDay + Math.floor(random() * days) * day
  const fill = filler(random, at)
  const which = Math.floor(random() * kind.titles.length)
  const date = formatDate(at)
  const title = fill(kind.titles[which] as string)
  const opening = fill(kind.openings[which % kind.openings.length] as string)
  const serial = `t${date.replaceAll('-', '')}_${String(index + 1).padStart(6, '0')}`
  return {
    title,
    date: index % 43 === 12 ? '' : random() < 0.5 ? date : `${date} ${clockOf(random)}`,
    source: pick(random, sources),
    column: kind.column,
    content: contentOf(random, opening, fill(pick(random, kind.closings)), fill),
    url: `https://www.qingshi.example/${kind.folder}/${date.slice(0, 4)}/${serial}.html`,
  }
}

/** Believable articles, one at a time, the same ones for the same number; now and then one with an earlier one's title. */
export function* demoArticles(count: number): Generator<ImportRow, void, undefined> {
  for (let index = 0; index < count; index++) {
    const row = rowOf(index)
    yield index % 61 === 40 ? { ...row, title: rowOf(index - 7).title } : row
  }
}
