import { TooMuch } from '../../core/sheet/unzip.ts'

/** A value of a PDF: a name begins with `/`; bytes are a string of one character for each. */
export type Value =
  | number
  | string
  | { readonly bytes: string }
  | { readonly ref: number }
  | { readonly op: string }
  | Value[]
  | Dict
/** A dictionary; its keys are names without the `/`. */
export type Dict = Map<string, Value>

export const isDict = (value: unknown): value is Dict => value instanceof Map
export const isRef = (value: unknown): value is { readonly ref: number } =>
  typeof value === 'object' && value !== null && 'ref' in value
export const isBytes = (value: unknown): value is { readonly bytes: string } =>
  typeof value === 'object' && value !== null && 'bytes' in value
export const isOp = (value: unknown): value is { readonly op: string } =>
  typeof value === 'object' && value !== null && 'op' in value

const depthMost = 60
/** So long is no string, name or number of a document, in characters. */
const longest = 2_000_000
/** So many stand in no list or dictionary. */
const listMost = 500_000
const blank = /[\s\0]+|%[^\r\n]*/y
const word = /[^\s\0()<>[\]{}/%]+/y
const name = /\/[^\s\0()<>[\]{}/%]*/y
const reference = /(\d{1,9})[\s\0]+\d{1,5}[\s\0]+R(?![A-Za-z])/y
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Reads values of a PDF one after the other, in time that grows with the text alone. All of it throws TooMuch for what no document has. */
export class Values {
  readonly text: string
  at: number
  /** How many were read, those within one another too. */
  met = 0
  private readonly most: number
  /** @param most so many are read, where they are kept */
  constructor(text: string, at = 0, most = Number.POSITIVE_INFINITY) {
    this.text = text
    this.at = at
    this.most = most
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (!found) return null
    if (pattern !== blank && found[0].length > longest) throw new TooMuch()
    this.at = pattern.lastIndex
    return found
  }

  skip(): void {
    while (this.match(blank)) {}
  }

  /** The next value; undefined: the text is over. */
  next(depth = 0): Value | undefined {
    this.skip()
    this.met += 1
    if (this.met > this.most) throw new TooMuch()
    const c = this.text[this.at]
    if (c === undefined || depth > depthMost) return undefined
    if (c === '(') return { bytes: this.literal() }
    if (c === '/') return this.match(name)?.[0].replace(/#([\da-f]{2})/gi, (_, hex: string) => this.char(hex))
    if (c === '[') return this.list(depth)
    if (c === '<') return this.text[this.at + 1] === '<' ? this.dict(depth) : { bytes: this.hex() }
    if (c >= '0' && c <= '9') {
      const ref = this.match(reference)?.[1]
      if (ref !== undefined) return { ref: Number(ref) }
    }
    const said = this.match(word)?.[0]
    if (said === undefined) {
      this.at += 1
      return { op: c }
    }
    return number.test(said) ? Number(said) : { op: said }
  }

  private char(hex: string): string {
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  private list(depth: number): Value[] {
    this.at += 1
    const made: Value[] = []
    for (;;) {
      this.skip()
      if (this.text[this.at] === ']') {
        this.at += 1
        return made
      }
      const value = this.next(depth + 1)
      if (value === undefined) return made
      made.push(value)
      if (made.length > listMost) throw new TooMuch()
    }
  }

  private dict(depth: number): Dict {
    this.at += 2
    const made: Dict = new Map()
    for (;;) {
      this.skip()
      if (this.text.startsWith('>>', this.at)) {
        this.at += 2
        return made
      }
      const key = this.next(depth + 1)
      if (key === undefined) return made
      if (typeof key !== 'string') continue
      const value = this.next(depth + 1)
      if (value === undefined) return made
      made.set(key.slice(1), value)
      if (made.size > listMost) throw new TooMuch()
    }
  }

  private hex(): string {
    const end = this.text.indexOf('>', this.at)
    if ((end < 0 ? this.text.length : end) - this.at > longest) throw new TooMuch()
    const digits = this.text.slice(this.at + 1, end < 0 ? undefined : end).replace(/[^\da-f]/gi, '')
    this.at = end < 0 ? this.text.length : end + 1
    return (digits.length % 2 ? `${digits}0` : digits).replace(/../g, (two) => this.char(two))
  }

  private literal(): string {
    const made: string[] = []
    let open = 1
    const most = this.at + longest
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      if (this.at > most) throw new TooMuch()
      const c = this.text[this.at] as string
      if (c === '\\') {
        this.at += 1
        const octal = /[0-7]{1,3}/y
        octal.lastIndex = this.at
        const code = octal.exec(this.text)?.[0]
        const escaped = this.text[this.at] ?? ''
        if (code) {
          made.push(String.fromCharCode(Number.parseInt(code, 8) & 255))
          this.at += code.length - 1
        } else if (escaped !== '\n' && escaped !== '\r') made.push(escapes[escaped] ?? escaped)
        continue
      }
      if (c === '(') open += 1
      else if (c === ')') open -= 1
      if (open === 0) {
        this.at += 1
        break
      }
      made.push(c)
    }
    return made.join('')
  }
}
