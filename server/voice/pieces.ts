import { Parser } from 'htmlparser2'
import { Refused } from '../../core/errors.ts'
import { withinLine } from '../../core/words/text-of.ts'
import { spoken } from './spoken.ts'

/** What is said in one breath, and how long is paused behind it. */
export interface Piece {
  readonly text: string
  readonly pauseMs: number
}

/** What is read of an article. */
export interface Readable {
  readonly title: string
  readonly subtitle: string | null
  readonly html: string
}

/** So many characters are read at most: some seven hours. */
export const readMost = 100_000
/** A breath: what is longer is cut at a comma. */
const breath = 120
const pauses = { heading: 700, line: 450, sentence: 200 } as const
/** A table of more cells is for the eye. */
const cellsMost = 120

interface Line {
  readonly text: string
  readonly heading: boolean
}

const numberedFrom = (start: string | undefined) => ({ next: /^\d{1,4}$/.test(start ?? '') ? Number(start) : 1 })

const silent = new Set(['script', 'style', 'video', 'audio', 'object', 'iframe', 'template'])

/** The lines of a text as they are read: a table row by row, a large one not at all. */
export function linesOf(html: string): Line[] {
  const lines: Line[] = []
  let text = ''
  let mute = 0
  let heading = false
  /** Of the table that is open, outermost: where its lines begin, and its cells so far. */
  let table: { readonly at: number; cells: number } | null = null
  let tables = 0
  /** The lists that are open: their next number; null: they have none. */
  const lists: ({ next: number } | null)[] = []
  const end = () => {
    if (text.trim() !== '') lines.push({ text, heading })
    text = ''
  }
  const parser = new Parser({
    onopentag(name, { start }) {
      if (silent.has(name)) mute += 1
      if (name === 'td' || name === 'th') {
        if (text !== '') text += '，'
        if (table) table.cells += 1
      } else if (!withinLine.has(name)) {
        end()
        heading = /^h[1-6]$/.test(name)
      }
      if (name === 'ol' || name === 'ul') lists.push(name === 'ol' ? numberedFrom(start) : null)
      const list = lists.at(-1)
      if (name === 'li' && list) {
        text = `${list.next}、`
        list.next += 1
      }
      if (name === 'table') {
        tables += 1
        table ??= { at: lines.length, cells: 0 }
      }
    },
    ontext(piece) {
      if (mute === 0) text += piece
    },
    onclosetag(name) {
      if (silent.has(name)) mute = Math.max(0, mute - 1)
      if (name === 'td' || name === 'th' || withinLine.has(name)) return
      end()
      heading = false
      if (name === 'ol' || name === 'ul') lists.pop()
      if (name !== 'table') return
      tables = Math.max(0, tables - 1)
      if (tables > 0 || !table) return
      if (table.cells > cellsMost)
        lines.splice(table.at, lines.length, { text: '此处有表格，请看原文。', heading: false })
      table = null
    },
  })
  parser.write(html)
  parser.end()
  end()
  return lines
}

/** A line in breaths: at the ends of its sentences, a long sentence at its commas, one without any where the breath ends. */
function breathsOf(line: string): string[] {
  const out: string[] = []
  let now = ''
  const add = (part: string) => {
    if (now !== '' && now.length + part.length > breath) {
      out.push(now)
      now = ''
    }
    now += part
    while (now.length > breath) {
      out.push(now.slice(0, breath))
      now = now.slice(breath)
    }
  }
  for (const sentence of line.split(/(?<=[。！？；])/)) {
    if (sentence.length <= breath) add(sentence)
    else for (const part of sentence.split(/(?<=[，、：])/)) add(part)
  }
  if (now !== '') out.push(now)
  return out.map((one) => one.trim()).filter(sounds)
}

const sounds = (text: string): boolean => /[\p{Script=Han}A-Za-z]/u.test(text)

/**
 * An article as it is read aloud, heading first.
 * @throws Refused BAD_STATE where there is nothing to read, TOO_LARGE where there is too much
 */
export function piecesOf({ title, subtitle, html }: Readable): Piece[] {
  const lines = linesOf(html).map(({ text, heading }) => ({ said: spoken(text), heading }))
  if (!lines.some(({ said }) => sounds(said)))
    throw new Refused('BAD_STATE', '正文中没有可以朗读的文字（只有图片、附件或网址），不能生成语音')
  const all = [title, subtitle ?? ''].map((text) => ({ said: spoken(text), heading: true })).concat(lines)
  const length = all.reduce((sum, { said }) => sum + said.length, 0)
  if (length > readMost)
    throw new Refused('TOO_LARGE', `可朗读的文字有 ${length} 字，超过 ${readMost / 10_000} 万字，请分成几篇`)
  return all.flatMap(({ said, heading }) => {
    const breaths = breathsOf(said)
    const last = heading ? pauses.heading : pauses.line
    return breaths.map((text, i) => ({ text, pauseMs: i === breaths.length - 1 ? last : pauses.sentence }))
  })
}
