import { cells, fitTo, wrap } from '../../output/width.ts'
import { type ActionName, keys, pressNames } from '../keys.ts'
import {
  covers,
  type Dialog,
  type Field,
  type Form,
  type Help,
  meant,
  type Pick,
  type Question,
  type Reading,
  remaining,
  type Span,
} from '../state/dialogs.ts'
import { viewOf } from '../state/input.ts'
import { sign } from '../text/status.ts'
import type { Piece } from './lines.tsx'

/** A panel's lines, and where the real cursor stands in them: input methods draw there. */
export interface Drawn {
  readonly lines: readonly (readonly Piece[])[]
  readonly cursor: { readonly x: number; readonly y: number } | null
}

const hint = (text: string): Piece[] => [{ text: ` ${text}`, dim: true }]
const pointer = (here: boolean) => (here ? `${sign('❯', '>')} ` : '  ')

function drawQuestion(d: Question, width: number): Drawn {
  const text = wrap(d.text, width - 2).map((line): Piece[] => [{ text: ` ${line}`, bold: true }])
  if (d.typed === null) return { lines: [...text, hint('y 确定   n 或 Esc 取消')], cursor: null }
  const label = ` 请输入 ${d.typed} 确认：`
  const { text: typed, x } = viewOf(d.input, width - cells(label) - 1)
  return {
    lines: [...text, [{ text: label }, { text: typed }], hint('Enter 确定   Esc 取消')],
    cursor: { x: cells(label) + x, y: text.length },
  }
}

/** What a word typed in a field with choices means, the one that is taken first. */
function meantText(field: Field): string {
  const [first, ...others] = meant(field)
  if (first === undefined) return ''
  return `  ${sign('→', '->')} ${first}${others.length > 0 ? `（还有 ${others.slice(0, 4).join('、')}）` : ''}`
}

/** What a dialog asks for, or what was wrong with the answer. */
const heading = ({ title, wrong }: Form | Pick, width: number): Piece[] =>
  wrong
    ? [{ text: fitTo(` ${sign('✗', 'x')} ${wrong}`, width), color: 'red', bold: true }]
    : [{ text: fitTo(title ? ` ${title}` : '', width), bold: true }]

function drawForm(d: Form, width: number): Drawn {
  const labelWidth = Math.max(...d.fields.map((field) => cells(field.label)))
  const before = labelWidth + 5
  const views = d.fields.map((field) => {
    const input = field.hidden ? { ...field.input, text: field.input.text.map(() => '*') } : field.input
    return viewOf(input, width - before - 1)
  })
  const rows = d.fields.map((field, i): Piece[] => {
    const shown = views[i]?.text ?? ''
    const told = shown === '' ? (field.hint ?? '') : i === d.at ? meantText(field) : ''
    return [
      { text: ` ${pointer(i === d.at)}${fitTo(field.label, labelWidth)}：`, bold: i === d.at },
      { text: shown },
      { text: fitTo(told, Math.max(0, width - before - cells(shown) - 1)), dim: true },
    ]
  })
  const head = heading(d, width)
  const onward = d.fields.length < 2 ? '' : d.optional ? 'Tab ↑↓ 换项   ' : 'Tab ↑↓ 换项   最后一项 '
  const tell = `${onward}Enter 确定   Esc ${d.escape ?? '取消'}`
  return { lines: [head, ...rows, hint(tell)], cursor: { x: before + (views[d.at]?.x ?? 0), y: 1 + d.at } }
}

function drawPick(d: Pick, width: number, height: number): Drawn {
  const options = remaining(d)
  const room = Math.max(1, height - 3)
  const from = Math.max(0, Math.min(d.at - room + 1, options.length - room))
  const label = d.free ? ' 理由：' : ' 查找：'
  const { text: typed, x } = viewOf(d.input, width - cells(label) - 1)
  const rows = options.slice(from, from + room).map((option, i): Piece[] => {
    const here = from + i === d.at
    const number = d.free ? `${from + i + 1} ` : ''
    return [
      { text: ` ${pointer(here)}${number}${option.label}`, bold: here },
      { text: option.more ? `  ${option.more}` : '', dim: true },
    ]
  })
  const none: Piece[][] = options.length === 0 ? [hint('  没有符合的')] : []
  const blank = Array.from({ length: Math.max(0, room - rows.length - none.length) }, (): Piece[] => [{ text: ' ' }])
  const tell = d.free ? '数字或 ↑↓ 选常用理由，可再改   Enter 确定   Esc 取消' : '↑↓ 选择   Enter 确定   Esc 取消'
  return {
    lines: [heading(d, width), [{ text: label }, { text: typed }], ...rows, ...none, ...blank, hint(tell)],
    cursor: { x: cells(label) + x, y: 1 },
  }
}

/** The help's lines: the key table by groups, in two columns where there is room. */
function helpLines({ says }: Help, width: number): Piece[][] {
  const groups = [...new Set(Object.values(keys).map((key) => key.group))]
  const entries = groups.flatMap((group): Piece[][] => [
    [{ text: ` ${group}`, bold: true }],
    ...(Object.keys(keys) as ActionName[])
      .filter((name) => keys[name].group === group)
      .map((name): Piece[] => [
        { text: `   ${fitTo(pressNames(name), 18)}`, bold: true },
        { text: says[name] ?? keys[name].says },
      ]),
  ])
  if (width < 120) return entries
  const half = Math.ceil(entries.length / 2)
  const column = Math.floor(width / 2)
  return entries.slice(0, half).map((left, i) => {
    const used = left.reduce((sum, piece) => sum + cells(piece.text), 0)
    return [...left, { text: ' '.repeat(Math.max(1, column - used)) }, ...(entries[half + i] ?? [])]
  })
}

const looks: Readonly<Record<Span['kind'], Omit<Piece, 'text'>>> = {
  same: {},
  added: { color: 'green', bold: true },
  removed: { color: 'red', dim: true },
  head: { bold: true },
  note: { dim: true },
}

/** Signs around what went and what came: colour alone says nothing. */
const signed = ({ kind, text }: Span): string =>
  kind === 'added' ? `[+${text}+]` : kind === 'removed' ? `[-${text}-]` : text

/** A paragraph in lines; its spans go on from one to the next. */
function paragraphLines(spans: readonly Span[], width: number): Piece[][] {
  const runs = spans.map((span) => ({ look: looks[span.kind], text: signed(span) }))
  const lines = wrap(runs.map(({ text }) => text).join(''), width - 2)
  let [at, used] = [0, 0]
  return lines.map((line): Piece[] => {
    const pieces: Piece[] = [{ text: ' ' }]
    for (let left = line; left !== ''; ) {
      const { text, look } = runs[at] as (typeof runs)[number]
      const piece = left.slice(0, text.length - used)
      if (piece !== '') pieces.push({ text: piece, ...look })
      left = left.slice(piece.length)
      used += piece.length
      if (used < text.length) continue
      at += 1
      used = 0
    }
    return pieces
  })
}

let read: { paragraphs: Reading['paragraphs']; width: number; lines: Piece[][] } | null = null

/** Kept until another text or width is asked for: scrolling draws it again and again. */
function readingLines({ paragraphs }: Reading, width: number): Piece[][] {
  if (read?.paragraphs !== paragraphs || read.width !== width)
    read = { paragraphs, width, lines: paragraphs.flatMap((spans) => paragraphLines(spans, width)) }
  return read.lines
}

const linesOf = (d: Help | Reading, width: number) => (d.kind === 'help' ? helpLines(d, width) : readingLines(d, width))

/** Heading and hint stand around the lines. */
const roomIn = (height: number) => Math.max(1, height - 2)

/** A dialog that is scrolled no farther than to its end. */
export function scrolledIn<D extends Dialog>(d: D, width: number, height: number): D {
  if (!covers(d)) return d
  const last = Math.max(0, linesOf(d, width).length - roomIn(height))
  return d.scroll > last ? { ...d, scroll: last } : d
}

function drawCovering(d: Help | Reading, width: number, height: number): Drawn {
  const all = linesOf(d, width)
  const room = roomIn(height)
  const from = scrolledIn(d, width, height).scroll
  const shown = all.slice(from, from + room)
  const more = all.length - from - shown.length
  const tell = more > 0 ? `↓ PgDn 还有 ${more} 行   Esc 收起` : from > 0 ? '↑ PgUp   Esc 收起' : 'Esc 收起'
  const legend = d.kind === 'reading' && d.paragraphs.flat().some(({ kind }) => kind === 'added' || kind === 'removed')
  const onward = d.kind === 'reading' && d.onward ? `Enter ${d.onward}   ` : ''
  const lines = [
    [{ text: fitTo(` ${d.kind === 'help' ? '按键' : d.title}`, width), bold: true }],
    ...shown,
    ...Array.from({ length: Math.max(0, room - shown.length) }, (): Piece[] => [{ text: ' ' }]),
    hint(`${legend ? '[-删去的-] [+新增的+]   ' : ''}${onward}${tell}`),
  ]
  return { lines, cursor: null }
}

/** A dialog in so many cells and lines. */
export function drawDialog(d: Dialog, width: number, height: number): Drawn {
  switch (d.kind) {
    case 'question':
      return drawQuestion(d, width)
    case 'form':
      return drawForm(d, width)
    case 'pick':
      return drawPick(d, width, height)
    case 'help':
    case 'reading':
      return drawCovering(d, width, height)
  }
}
