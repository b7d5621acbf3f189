import { matches } from '../text/match.ts'
import { edit, type Input, inputOf, insert, textOf } from './input.ts'

/** A yes-or-no question; `typed` must be typed when it is given. Default: no. */
export interface Question {
  readonly kind: 'question'
  readonly text: string
  readonly typed: string | null
  readonly input: Input
}

/** A field of a form. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly input: Input
  readonly hidden?: true
  readonly hint?: string
  /** What may stand here; the first that what is typed means is put in when the field is left. */
  readonly choices?: readonly string[]
}

/** Fields to fill in; one field is a prompt. */
export interface Form {
  readonly kind: 'form'
  readonly title: string
  readonly fields: readonly Field[]
  readonly at: number
  /** What was wrong with the last answer. */
  readonly wrong: string
  /** No field must be filled in: Enter answers from each of them. */
  readonly optional?: true
  /** What Esc does, where it does more than close the form. */
  readonly escape?: string
}

/** One of the things to choose from. */
export interface Option {
  readonly value: string
  readonly label: string
  readonly more?: string
}

/** A choice; typing narrows it, or where `free` is set writes an answer of one's own that an option can begin. */
export interface Pick {
  readonly kind: 'pick'
  readonly title: string
  readonly options: readonly Option[]
  readonly at: number
  readonly free: boolean
  readonly input: Input
  /** Why the last Enter did nothing. */
  readonly wrong: string
}

/** The list of all keys. */
export interface Help {
  readonly kind: 'help'
  /** What keys do where that depends on the kind of rows. */
  readonly says: Readonly<Record<string, string>>
  readonly scroll: number
}

/** A run of text and what became of it. */
export interface Span {
  readonly kind: 'same' | 'added' | 'removed' | 'head' | 'note'
  readonly text: string
}

/** A text to read over the whole screen, paragraph by paragraph. */
export interface Reading {
  readonly kind: 'reading'
  readonly title: string
  readonly paragraphs: readonly (readonly Span[])[]
  readonly scroll: number
  /** What Enter goes on to; none: it closes the text like Esc. */
  readonly onward?: string | undefined
}

export type Dialog = Question | Form | Pick | Help | Reading
/** What a dialog ends with: field values, one value under its kind, or null when it was left. */
export type Answer = Readonly<Record<string, string>> | null
/** What a press makes of a dialog: another state of it, or its end. */
export type Pressed = { readonly dialog: Dialog } | { readonly answer: Answer }

/** A new question; `typed`: what must be typed to agree. */
export const question = (text: string, typed: string | null = null): Question => ({
  kind: 'question',
  text,
  typed,
  input: inputOf(),
})
/** A new form; the cursor stands in the first empty field. */
export const form = (title: string, fields: readonly (Omit<Field, 'input'> & { value?: string })[]): Form => ({
  kind: 'form',
  title,
  fields: fields.map(({ value, ...field }) => ({ ...field, input: inputOf(value) })),
  at: Math.max(
    0,
    fields.findIndex((field) => !field.value),
  ),
  wrong: '',
})
/** A new choice; `free`: the answer may be one's own words. */
export const pick = (title: string, options: readonly Option[], free = false): Pick => ({
  kind: 'pick',
  title,
  options,
  at: free ? -1 : 0,
  free,
  input: inputOf(),
  wrong: '',
})

/** The options that remain for what was typed. */
export function remaining({ options, free, input }: Pick): readonly Option[] {
  const word = textOf(input)
  return free ? options : options.filter((option) => matches(`${option.label} ${option.more ?? ''}`, word))
}

/** A new text to read. */
export const reading = (title: string, paragraphs: Reading['paragraphs'], onward?: string): Reading => ({
  kind: 'reading',
  title,
  paragraphs,
  scroll: 0,
  onward,
})

/** True for what covers the list: nothing of it is seen beside. */
export const covers = (d: Dialog): d is Help | Reading => d.kind === 'help' || d.kind === 'reading'

/** The choices of a field that what is typed there may mean; none once it is one of them. */
export function meant({ choices = [], input }: Field): readonly string[] {
  const word = textOf(input).trim()
  if (word === '' || choices.includes(word)) return []
  const named = choices.filter((choice) => choice.endsWith(`/${word}`))
  return [...new Set([...named, ...choices.filter((choice) => matches(choice, word))])]
}

/** A dialog whose field of that name offers these choices. */
export const withChoices = (d: Dialog, name: string, choices: readonly string[]): Dialog =>
  d?.kind === 'form'
    ? { ...d, fields: d.fields.map((field) => (field.name === name ? { ...field, choices } : field)) }
    : d

/** A choice whose options have this sort of value, with those of another: what was typed and the place stay. */
export function withOptions(d: Dialog, sort: string, fresh: Pick): Dialog {
  if (d.kind !== 'pick' || !d.options.some(({ value }) => value.startsWith(sort))) return d
  const { value } = remaining(d)[d.at] ?? {}
  const next = { ...d, title: fresh.title, options: fresh.options }
  return {
    ...next,
    at: Math.max(
      0,
      remaining(next).findIndex((one) => one.value === value),
    ),
  }
}

/** The line that is being typed in a dialog. */
export const inputIn = (d: Dialog): Input | null =>
  d.kind === 'form' ? (d.fields[d.at]?.input ?? null) : covers(d) ? null : d.input

const yes = new Set(['y', 'Y', 'ctrl+y', '是'])

function pressQuestion(d: Question, press: string): Pressed {
  if (d.typed === null) return yes.has(press) ? { answer: { question: 'y' } } : leaving(d, press, ['n', 'N', 'enter'])
  if (press === 'enter') return { answer: textOf(d.input).trim() === d.typed ? { question: d.typed } : null }
  return { dialog: { ...d, input: edit(d.input, press) ?? d.input } }
}

const leaving = (d: Dialog, press: string, keys: readonly string[]): Pressed =>
  keys.includes(press) ? { answer: null } : { dialog: d }

const toField = (d: Form, at: number): Pressed => ({
  dialog: { ...d, at: (at + d.fields.length) % d.fields.length },
})

/** A form whose current field is left. */
function completed(d: Form): Form {
  const field = d.fields[d.at]
  const [first] = field ? meant(field) : []
  return first === undefined ? d : { ...d, fields: withField(d, inputOf(first)) }
}

const withField = (d: Form, input: Input) => d.fields.map((field, i) => (i === d.at ? { ...field, input } : field))

const valuesOf = (d: Form) => Object.fromEntries(d.fields.map((field) => [field.name, textOf(field.input)]))

function withInput(d: Dialog, input: Input): Dialog {
  if (covers(d)) return d
  if (d.kind === 'form') return { ...d, fields: withField(d, input) }
  return d.kind === 'pick' ? { ...d, input, at: d.free ? -1 : 0, wrong: '' } : { ...d, input }
}

function pressForm(d: Form, press: string): Pressed {
  const last = d.optional || d.at === d.fields.length - 1
  if (press === 'tab' || press === 'down') return toField(completed(d), d.at + 1)
  if (press === 'shift+tab' || press === 'up') return toField(completed(d), d.at - 1)
  if (press === 'enter') return last ? { answer: valuesOf(completed(d)) } : toField(completed(d), d.at + 1)
  const field = d.fields[d.at]
  return { dialog: field ? withInput(d, edit(field.input, press) ?? field.input) : d }
}

function choose(d: Pick, at: number): Pressed {
  const options = remaining(d)
  if (options.length === 0) return { dialog: d }
  const next = (at + options.length) % options.length
  const filled = d.free ? { input: inputOf(options[next]?.label) } : {}
  return { dialog: { ...d, ...filled, at: next, wrong: '' } }
}

function pressPick(d: Pick, press: string): Pressed {
  const options = remaining(d)
  if (press === 'down' || press === 'tab') return choose(d, d.at + 1)
  if (press === 'up' || press === 'shift+tab') return choose(d, d.at < 0 ? options.length - 1 : d.at - 1)
  // with nothing typed there is no line to go along
  if (!d.free && d.input.text.length === 0 && press === 'home') return choose(d, 0)
  if (!d.free && d.input.text.length === 0 && press === 'end') return choose(d, options.length - 1)
  if (d.free && d.input.text.length === 0 && /^[1-9]$/.test(press) && Number(press) <= options.length)
    return choose(d, Number(press) - 1)
  if (press === 'enter') {
    const value = d.free ? textOf(d.input).trim() : options[d.at]?.value
    return value
      ? { answer: { pick: value } }
      : { dialog: { ...d, wrong: d.free ? wantsWords(options.length) : noneFits } }
  }
  return { dialog: withInput(d, edit(d.input, press) ?? d.input) }
}

const wantsWords = (options: number) =>
  options > 0 ? `请先写理由，或按 1 到 ${options} 选一个常用的；不想继续按 Esc` : '请先写理由；不想继续按 Esc'
const noneFits = '没有符合的，请改一改所写的字；不想选按 Esc'

/** Lines that a key scrolls: by themselves, or in pages. */
const scrolls: Readonly<Record<string, number>> = {
  up: -1,
  k: -1,
  down: 1,
  j: 1,
  home: -1e9,
  g: -1e9,
  end: 1e9,
  G: 1e9,
}
const pages: Readonly<Record<string, number>> = { pageup: -1, 'ctrl+u': -1, pagedown: 1, 'ctrl+d': 1, ' ': 1, '　': 1 }

function pressCovering(d: Help | Reading, press: string, page: number): Pressed {
  const by = scrolls[press] ?? (pages[press] ?? 0) * page
  if (by !== 0) return { dialog: { ...d, scroll: Math.max(0, d.scroll + by) } }
  if (press === 'enter' && d.kind === 'reading' && d.onward) return { answer: { reading: d.onward } }
  return leaving(d, press, ['enter', 'q', '?', '？', 'h'])
}

/** A dialog after a press: itself changed, or its answer. Esc always leaves. @param page lines that a page has */
export function pressDialog(d: Dialog, press: string, page = 10): Pressed {
  if (press === 'esc') return { answer: null }
  switch (d.kind) {
    case 'question':
      return pressQuestion(d, press)
    case 'form':
      return pressForm(d, press)
    case 'pick':
      return pressPick(d, press)
    case 'help':
    case 'reading':
      return pressCovering(d, press, page)
  }
}

/** A dialog after text was pasted. */
export function pasteInto(d: Dialog, text: string): Dialog {
  const input = inputIn(d)
  return input ? withInput(d, insert(input, text)) : d
}
