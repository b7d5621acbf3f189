import { escapeHtml } from '../domain/html.ts'
import { aroundOf, type Looked } from './hits.ts'
import { eachPiece, withinLine } from './text-of.ts'

/** What is sought, to the letter, and what comes in its place. */
export interface Wanted {
  readonly find: string
  readonly to: string
  /** 「２０２６」 is found by 「2026」. */
  readonly anyWidth?: boolean
  readonly anyCase?: boolean
}

/** A place where what is sought stands. */
export interface Standing {
  /** Its number among those of the article, from 0. */
  readonly no: number
  readonly field: string
  readonly found: string
  readonly before: string
  readonly after: string
  /** It stands in one piece of text; else a tag is within it, and it is not replaced. */
  readonly fits: boolean
}

const wide = /[\uff01-\uff5e\u3000]/g
const narrow = (c: string) => (c === '\u3000' ? ' ' : String.fromCharCode(c.charCodeAt(0) - 0xfee0))
/** One that becomes longer when it is small stays as it is. */
const small = (c: string) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)

/** A text as it is compared: each code unit at its place. */
function comparable(text: string, { anyWidth, anyCase }: Wanted): string {
  const half = anyWidth ? text.replace(wide, narrow) : text
  if (!anyCase) return half
  const lower = half.toLowerCase()
  return lower.length === half.length ? lower : half.replace(/./gsu, small)
}

/** A text as it is read, and where each piece of it comes from. */
interface Source {
  readonly text: string
  /** Of each piece: where it begins in the text and in the source, how long it is there, and behind how many tags it stands. */
  readonly pieces: readonly {
    readonly at: number
    readonly from: number
    readonly size: number
    readonly length: number
    readonly node: number
  }[]
}

function sourceOf({ text, html }: Looked): Source {
  if (!html) return { text, pieces: [{ at: 0, from: 0, size: text.length, length: text.length, node: 0 }] }
  const said: string[] = []
  const pieces: Source['pieces'][number][] = []
  let [at, node] = [0, 0]
  eachPiece(text, {
    text(piece, from, to) {
      pieces.push({ at, from, size: to - from, length: piece.length, node })
      said.push(piece)
      at += piece.length
    },
    tag(name) {
      node += 1
      if (withinLine.has(name)) return
      said.push('\n')
      at += 1
    },
  })
  return { text: said.join(''), pieces }
}

/** A place in a source, in its code units; null: tags stand within it. */
type Span = { readonly from: number; readonly to: number } | null

/** Each place of a text where what is sought stands, one behind the other, with where that is in the source. */
function eachPlace(looked: Looked, wanted: Wanted, each: (start: number, end: number, span: Span) => void): string {
  const { text, pieces } = sourceOf(looked)
  const [where, what] = [comparable(text, wanted), comparable(wanted.find, wanted)]
  if (what === '') return text
  let first = 0
  for (let start = where.indexOf(what); start >= 0; start = where.indexOf(what, start + what.length)) {
    const end = start + what.length
    while ((pieces[first]?.at ?? Infinity) + (pieces[first]?.length ?? 0) <= start) first += 1
    let last = first
    while ((pieces[last]?.at ?? Infinity) + (pieces[last]?.length ?? 0) < end) last += 1
    const [a, b] = [pieces[first], pieces[last]]
    if (!a || !b) break
    const whole = a.node === b.node && start >= a.at
    // what stands for a sign is replaced as a whole
    const from = a.size === a.length ? a.from + start - a.at : a.from
    const to = b.size === b.length ? b.from + end - b.at : b.from + b.size
    each(start, end, whole ? { from, to } : null)
  }
  return text
}

/** The places of what is sought in some texts: the first of them, and how many there are. */
export function standingIn(texts: readonly Looked[], wanted: Wanted, most: number) {
  const hits: Standing[] = []
  let total = 0
  for (const looked of texts) {
    const places: { start: number; end: number; fits: boolean }[] = []
    const text = eachPlace(looked, wanted, (start, end, span) => {
      if (total + places.length < most) places.push({ start, end, fits: span !== null })
      else total += 1
    })
    for (const { start, end, fits } of places)
      hits.push({
        ...{ no: hits.length, field: looked.field, found: text.slice(start, end), fits },
        ...aroundOf(text, start, end),
      })
    total += places.length
  }
  return { hits, total }
}
export type StandingIn = ReturnType<typeof standingIn>

/**
 * Some texts with what is sought replaced at the places whose numbers are chosen.
 * @returns those that changed, how many places did, and how many there are altogether
 */
export function replacedIn(texts: readonly Looked[], wanted: Wanted, chosen: (no: number) => boolean) {
  const changed: { readonly field: string; readonly text: string }[] = []
  let [no, times] = [0, 0]
  for (const looked of texts) {
    const out: string[] = []
    let done = 0
    const to = looked.html ? escapeHtml(wanted.to) : wanted.to
    eachPlace(looked, wanted, (_start, _end, span) => {
      const own = no
      no += 1
      if (!span || !chosen(own)) return
      out.push(looked.text.slice(done, span.from), to)
      done = span.to
      times += 1
    })
    if (done > 0) changed.push({ field: looked.field, text: `${out.join('')}${looked.text.slice(done)}` })
  }
  return { changed, times, total: no }
}
export type ReplacedIn = ReturnType<typeof replacedIn>
