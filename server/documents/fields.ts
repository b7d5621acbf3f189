import { TooMuch } from '../../core/sheet/unzip.ts'
import { linkDoes } from './links.ts'
import { type Element, Unreadable } from './xml.ts'

/** Fields of a text document: what they are told to do stands in pieces, over runs and within one another. */

export const starts = '含有启动程序的域'
export const fetches = '打开时会从外部网址取内容'

/** A place elsewhere, or on a disk: what leads out of the document. */
const place = /[a-z\d+.-]:|[\\/]{2}/i
const fetching = /^[\s"]*(?:INCLUDE|INCLUDETEXT|INCLUDEPICTURE|LINK|IMPORT|RD|DATABASE)(?![a-z\d])/i
const starting = /\bDDE(?:AUTO)?\b/i
/** Words put together from the numbers of their signs: within another field they are what that one is told. */
const spelled = /^\s*QUOTE\s+\d/i
const pressed = /^\s*HYPERLINK\s/i
/** What a link is told beside where it leads: words that are shown, a place in the document, a window. */
const besides = /\\[lot]\s*(?:"[^"]*"|[^\s"]+)/gi
const words = /"([^"]*)"|[^\s"]+/g

/** A link is pressed: what matters is where it leads. */
function linkSays(told: string): string | null {
  const places = told.replace(pressed, '').replace(besides, ' ').matchAll(words)
  for (const [word, quoted = word] of places) {
    const what = linkDoes(quoted)
    if (what) return what
  }
  return null
}

/** What a field does by what it is told; null: nothing but show something. */
export function fieldDoes(told: string): string | null {
  if (pressed.test(told)) return linkSays(told)
  if (starting.test(told)) return starts
  if (spelled.test(told)) return '含有拼凑出来的域'
  return fetching.test(told) && place.test(told) ? fetches : null
}

interface Field {
  readonly space: string
  readonly apart: number
  /** What comes now is what it shows, not what it is told. */
  shows: boolean
  /** As it stands after all changes, with what the fields in it show. */
  own: string
  /** Also with what is marked as taken away and what the fields in it are told, and without tabs and line ends. */
  all: string
  holdsFields: boolean
}

/** No field is told so much, nor stands in so many others. */
const toldMost = 64 * 1024
const withinMost = 40
/** They stand between two words. */
const blanks = new Set(['tab', 'br', 'cr'])
const takenAway = new Set(['del', 'moveFrom'])
const instructions = new Set(['instrText', 'delInstrText'])

/** Reads the fields of a part. @param found is called with what one does that none may */
export function fieldsHeard(found: (what: string) => void) {
  const open: Field[] = []
  const begun = (space: string, apart: number): Field => ({
    ...{ space, apart, shows: false },
    ...{ own: '', all: '', holdsFields: false },
  })
  /** What belongs to no field that has begun. */
  const loose = begun('', 0)
  let root: string | null = null
  // elements of another language around: which of two ways, or whether at all, they are read is the reader's choice
  let apart = 0
  let away = 0
  let inside: 'told' | 'text' | null = null
  let said = ''

  const judge = (field: Field) => {
    for (const told of new Set([field.own, field.all])) {
      const what = fieldDoes(told)
      if (what) found(what)
    }
    // what the one in it comes to is known when it is opened
    if (field.holdsFields && fetching.test(field.own)) found(fetches)
  }
  const sameWay = (field: Field, space: string) => {
    if (field.space !== space || field.apart !== apart) throw new Unreadable('field')
  }
  const add = (field: Field, text: string, own: boolean, all = true) => {
    if (own) field.own += text
    if (all) field.all += text
    if (field.all.length + field.own.length > toldMost) throw new TooMuch()
  }
  const told = (space: string, text: string) => {
    const top = open.at(-1)
    if (!top || top.shows) return add(loose, text, true)
    sameWay(top, space)
    for (const field of open) if (!field.shows) add(field, text, field === top && away === 0)
  }
  const shown = (space: string, text: string, all = true) => {
    const nearest = open.findLast((field) => !field.shows)
    if (!nearest || space !== root) return
    sameWay(nearest, space)
    for (const field of open) if (!field.shows) add(field, text, field === nearest && away === 0, all)
  }
  const sign = (element: Element) => {
    const type = element.attributes.find(([name]) => name === 'fldchartype')?.[1].trim()
    const top = open.at(-1)
    if (type === 'begin') {
      if (open.length >= withinMost) throw new TooMuch()
      for (const field of open.filter(({ shows }) => !shows)) {
        if (field === top && field.all.trim() === '') throw new Unreadable('field')
        field.holdsFields = true
        add(field, ' ', false)
      }
      open.push(begun(element.space, apart))
    } else if (top && (type === 'separate' || type === 'end')) {
      sameWay(top, element.space)
      if (!top.shows) judge(top)
      top.shows = true
      if (type === 'end') open.pop()
    }
  }

  return {
    open(element: Element) {
      root ??= element.space
      if (inside === 'told') throw new Unreadable('instruction')
      if (element.space !== root) apart += 1
      if (takenAway.has(element.local)) away += 1
      if (instructions.has(element.local)) inside = 'told'
      else if (element.local === 't') inside = 'text'
      else if (element.local === 'fldChar') sign(element)
      else if (blanks.has(element.local)) shown(element.space, ' ', false)
      else if (element.local === 'fldSimple')
        for (const [name, value] of element.attributes)
          if (name === 'instr') judge({ ...loose, own: value, all: value })
      said = ''
    },
    text(text: string) {
      if (inside) said += text
    },
    close(element: Element) {
      if (inside === 'told') told(element.space, said)
      else if (inside === 'text') shown(element.space, said)
      inside = null
      said = ''
      if (element.space !== root) apart -= 1
      if (takenAway.has(element.local)) away -= 1
    },
    end() {
      for (const field of [...open, loose]) if (!field.shows) judge(field)
    },
  }
}
