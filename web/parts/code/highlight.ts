/** A line as it is read from left to right. */
class StringStream {
  pos = 0
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  eol = () => this.pos >= this.text.length
  next(): string {
    this.pos += 1
    return this.text[this.pos - 1] ?? ''
  }
  skipToEnd(): void {
    this.pos = this.text.length
  }
  eatWhile(kind: RegExp): void {
    while (!this.eol() && kind.test(this.text[this.pos] as string)) this.pos += 1
  }
  eatSpace(): boolean {
    const before = this.pos
    this.eatWhile(/\s/)
    return this.pos > before
  }
  /** Goes on after what stands here, if it does; a regular expression begins with `^`. */
  match(what: string | RegExp, goOn = true): RegExpMatchArray | null {
    const rest = this.text.slice(this.pos)
    const found = typeof what === 'string' ? (rest.startsWith(what) ? [what] : null) : rest.match(what)
    if (found && goOn) this.pos += found[0]?.length ?? 0
    return found as RegExpMatchArray | null
  }
}

/** A way to read a text: what it stands in passes from line to line. */
interface Reading<S> {
  readonly begin: () => S
  readonly token: (stream: StringStream, state: S) => string | null
}

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

const template: Reading<State> = {
  begin,
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
}

/** Where in a style sheet the reading stands. */
interface SheetState {
  comment: boolean
  depth: number
  value: boolean
}

const sheet: Reading<SheetState> = {
  begin: () => ({ comment: false, depth: 0, value: false }),
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
}

/** A run of a line, and what it is. */
export interface Token {
  readonly kind: string | null
  readonly text: string
}

function read<S extends object>({ begin, token }: Reading<S>, text: string): Token[][] {
  const state = begin()
  return text.split('\n').map((line) => {
    const stream = new StringStream(line)
    const found: Token[] = []
    while (!stream.eol()) {
      const from = stream.pos
      const kind = token(stream, state)
      // whatever was not understood is gone past
      if (stream.pos === from) stream.next()
      const piece = line.slice(from, stream.pos)
      const last = found.at(-1)
      if (last && last.kind === kind) found[found.length - 1] = { kind, text: last.text + piece }
      else found.push({ kind, text: piece })
    }
    return found
  })
}

/** The lines of a text with what their parts are, by its file's ending: a template, a style sheet or a drawing; others are plain. */
export function coloured(text: string, ending: string): Token[][] {
  if (ending === 'css') return read(sheet, text)
  if (ending === 'liquid' || ending === 'svg') return read(template, text)
  return text.split('\n').map((line) => [{ kind: null, text: line }])
}
