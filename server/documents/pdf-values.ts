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
const blank = /[\s\0]+|%[^\r\n]*/y
const word = /[^\s\0()<>[\]{}/%]+/y
const name = /\/[^\s\0()<>[\]{}/%]*/y
const reference = /(\d{1,9})[\s\0]+\d{1,5}[\s\0]+R(?![A-Za-z])/y
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Reads values of a PDF one after the other, in time that grows with the text alone. */
export class Values {
  readonly text: string
  at: number
  constructor(text: string, at = 0) {
    this.text = text
    this.at = at
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  skip(): void {
    while (this.match(blank)) {}
  }

  /** The next value; undefined: the text is over. */
  next(depth = 0): Value | undefined {
    this.skip()
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
    }
  }

  private hex(): string {
    const end = this.text.indexOf('>', this.at)
    const digits = this.text.slice(this.at + 1, end < 0 ? undefined : end).replace(/[^\da-f]/gi, '')
    this.at = end < 0 ? this.text.length : end + 1
    return (digits.length % 2 ? `${digits}0` : digits).replace(/../g, (two) => this.char(two))
  }

  private literal(): string {
    const made: string[] = []
    let open = 1
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
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
