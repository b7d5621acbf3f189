import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** Where in a template the reading stands. */
interface State {
  where: 'text' | 'comment' | 'tag' | 'value'
  quote: string
  /** What ends the Liquid that is being read; '': none. */
  liquid: '' | '}}' | '%}'
  /** The word of a Liquid tag has not come yet. */
  first: boolean
  /** Within `{% comment %}`. */
  noted: boolean
}

const begin = (): State => ({ where: 'text', quote: '', liquid: '', first: false, noted: false })

function inLiquid(stream: StringStream, state: State): string | null {
  if (stream.match(state.liquid === '}}' ? /^-?\}\}/ : /^-?%\}/)) {
    state.liquid = ''
    return 'meta'
  }
  if (stream.eatSpace()) return null
  if (stream.match(/^"[^"]*"?|^'[^']*'?/)) return 'string'
  if (stream.match(/^\d+(?:\.\d+)?/)) return 'number'
  if (stream.match(/^\|\s*[a-z_]\w*/i)) return 'labelName'
  const word = stream.match(/^[a-z_][\w-]*/i) as RegExpMatchArray | null
  if (!word) {
    stream.next()
    return 'operator'
  }
  if (state.first) {
    state.first = false
    if (word[0] === 'comment') state.noted = true
    return 'keyword'
  }
  return /^(?:in|and|or|contains|reversed|limit|offset|with|as|true|false|nil|null|empty|blank)$/.test(word[0])
    ? 'keyword'
    : 'variableName'
}

function inText(stream: StringStream, state: State): string | null {
  if (stream.match('<!--')) {
    state.where = 'comment'
    return 'comment'
  }
  if (stream.match(/^<\/?[a-z!][\w:-]*/i)) {
    state.where = 'tag'
    return 'tagName'
  }
  stream.next()
  stream.eatWhile(/[^<{]/)
  return null
}

function inTag(stream: StringStream, state: State): string | null {
  if (stream.match(/^\/?>/)) {
    state.where = 'text'
    return 'tagName'
  }
  if (stream.eatSpace()) return null
  const quote = stream.match(/^["']/) as RegExpMatchArray | null
  if (quote) {
    state.where = 'value'
    state.quote = quote[0]
    return 'string'
  }
  if (stream.match(/^[^\s"'<>=/{]+/)) return 'propertyName'
  stream.next()
  return null
}

/** The rest of a comment or a quoted value on this line, up to Liquid in it. */
function upTo(stream: StringStream, state: State, end: string, then: State['where'], name: string): string {
  if (stream.match(end)) {
    state.where = then
    return name
  }
  while (!stream.eol() && !stream.match(end, false) && !stream.match(/^\{[{%]/, false)) stream.next()
  return name
}

const template = StreamLanguage.define<State>({
  name: 'template',
  startState: begin,
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.liquid) return inLiquid(stream, state)
    if (state.noted) {
      if (stream.match(/^\{%-?\s*endcomment\s*-?%\}/)) state.noted = false
      else stream.next()
      return 'comment'
    }
    const opened = stream.match(/^\{([{%])-?/) as RegExpMatchArray | null
    if (opened) {
      state.liquid = opened[1] === '{' ? '}}' : '%}'
      state.first = opened[1] === '%'
      return 'meta'
    }
    if (state.where === 'comment') return upTo(stream, state, '-->', 'text', 'comment')
    if (state.where === 'value') return upTo(stream, state, state.quote, 'tag', 'string')
    return state.where === 'tag' ? inTag(stream, state) : inText(stream, state)
  },
})

/** Where in a style sheet the reading stands. */
interface SheetState {
  comment: boolean
  depth: number
  value: boolean
}

const sheet = StreamLanguage.define<SheetState>({
  name: 'sheet',
  startState: () => ({ comment: false, depth: 0, value: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.comment || stream.match('/*')) {
      state.comment = !stream.match(/^.*?\*\//)
      if (state.comment) stream.skipToEnd()
      return 'comment'
    }
    if (stream.eatSpace()) return null
    if (stream.match(/^"[^"]*"?|^'[^']*'?/)) return 'string'
    if (stream.match(/^@[\w-]+/)) return 'keyword'
    if (stream.match(/^--[\w-]+/)) return 'variableName'
    if (state.value && stream.match(/^#[\da-f]{3,8}\b|^-?(?:\d+\.)?\d+(?:%|[a-z]+)?/i)) return 'number'
    if (stream.match(/^[\w-]+/)) return state.value ? 'keyword' : state.depth > 0 ? 'propertyName' : 'tagName'
    const sign = stream.next()
    if (sign === '{') state.depth += 1
    if (sign === '}') state.depth = Math.max(0, state.depth - 1)
    if (sign === ':' && state.depth > 0) state.value = true
    if (sign === ';' || sign === '{' || sign === '}') state.value = false
    return sign === '.' || sign === '#' ? 'tagName' : null
  },
})

const colours = HighlightStyle.define([
  { tag: tags.comment, color: '#5b6470', fontStyle: 'italic' },
  { tag: tags.meta, color: '#8c1318', fontWeight: '600' },
  { tag: tags.keyword, color: '#7a1fa2' },
  { tag: tags.variableName, color: '#8a3b00' },
  { tag: tags.labelName, color: '#00626b' },
  { tag: tags.string, color: '#1f6b35' },
  { tag: tags.number, color: '#8a3b00' },
  { tag: tags.tagName, color: '#1d5b9e' },
  { tag: tags.propertyName, color: '#5a4a00' },
])

/** How a file is coloured, by its ending: as template, style sheet or drawing; others are plain. */
export const colouring = (ending: string) => [
  ...(ending === 'css' ? [sheet] : ending === 'liquid' || ending === 'svg' ? [template] : []),
  syntaxHighlighting(colours),
]
