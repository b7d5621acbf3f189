import { SaxesParser } from 'saxes'
import { TooMuch } from '../../core/sheet/unzip.ts'

/** What cannot be told apart from something that does harm: it is not as the rules of XML, or of documents, have it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Letters that are not read here. */
export class OtherLetters extends Unreadable {}

export interface Element {
  readonly local: string
  /** The address its prefix stands for; the prefix itself where it stands for none. */
  readonly space: string
  /** Names without their prefixes, in small letters: which prefix a reader looks at is its own affair. */
  readonly attributes: readonly (readonly [local: string, value: string])[]
}

interface Heard {
  open(element: Element): void
  /** Text as it is read: references and CDATA made plain, in pieces where a remark stands between. */
  text(text: string): void
  close(element: Element): void
}

/** No document has elements within so many others. */
const depthMost = 1000
/** No element of a document has as many. */
const attributesMost = 1000
/** Nothing of a document, a remark or a text, goes on for so long: what has not ended is in memory. */
const pendingMost = 4 * 1024 * 1024
const stepSigns = 64 * 1024
const ofName = (name: string) => {
  const colon = name.indexOf(':')
  return [colon < 0 ? '' : name.slice(0, colon), name.slice(colon + 1)] as const
}

/** What prefixes stand for, at each place. */
function spaces() {
  const bound = new Map<string, string[]>()
  const declared: (readonly string[])[] = []
  return {
    open(attributes: Readonly<Record<string, string>>) {
      const here: string[] = []
      for (const [name, value] of Object.entries(attributes)) {
        if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
        const prefix = name.slice('xmlns:'.length)
        const outer = bound.get(prefix)
        if (outer) outer.push(value)
        else bound.set(prefix, [value])
        here.push(prefix)
      }
      declared.push(here)
    },
    of: (prefix: string) => bound.get(prefix)?.at(-1) ?? prefix,
    close() {
      for (const prefix of declared.pop() ?? []) bound.get(prefix)?.pop()
    },
  }
}

/** How the bytes are letters, by their first two. @throws OtherLetters */
function decoderOf(first: Uint8Array): TextDecoder {
  const mark = Buffer.from(first.subarray(0, 2)).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

/**
 * Hears the elements of a part of a document as its bytes come, by the rules of XML and no others: what breaks them ends it.
 * @throws Unreadable, TooMuch
 */
export function strictly(heard: Heard) {
  const parser = new SaxesParser()
  const scopes = spaces()
  const within: Element[] = []
  let first: Uint8Array | null = new Uint8Array()
  let decoder = new TextDecoder()
  let [attributesNow, pending] = [0, 0]
  parser.on('error', (error) => {
    throw new Unreadable(error.message)
  })
  parser.on('doctype', () => {
    throw new Unreadable('doctype')
  })
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== '1.0') throw new Unreadable('version')
    const is = decoder.encoding.slice(0, 6)
    if (
      encoding !== undefined &&
      !(encoding.toLowerCase().startsWith(is) || (is === 'utf-8' && /^us-ascii$/i.test(encoding)))
    )
      throw new OtherLetters()
  })
  parser.on('attribute', () => {
    pending = 0
    attributesNow += 1
    if (attributesNow > attributesMost) throw new TooMuch()
  })
  parser.on('opentag', ({ name, attributes }) => {
    attributesNow = 0
    pending = 0
    if (within.length >= depthMost) throw new TooMuch()
    scopes.open(attributes)
    const [prefix, local] = ofName(name)
    const said = Object.entries(attributes).map(([key, value]) => [ofName(key)[1].toLowerCase(), value] as const)
    const element = { local, space: scopes.of(prefix), attributes: said }
    within.push(element)
    heard.open(element)
  })
  const text = (said: string) => {
    pending = 0
    heard.text(said)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('comment', () => {
    pending = 0
  })
  parser.on('closetag', () => {
    pending = 0
    heard.close(within.pop() as Element)
    scopes.close()
  })
  const decoded = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      throw new OtherLetters()
    }
  }
  const write = (said: string) => {
    if (said.includes('\u0000')) throw new OtherLetters()
    // what a few bytes unpack to may be as long as all that may wait
    for (let at = 0; at < said.length; at += stepSigns) {
      const step = said.slice(at, at + stepSigns)
      pending += step.length
      if (pending > pendingMost) throw new TooMuch()
      parser.write(step)
    }
  }
  return {
    write(bytes: Uint8Array) {
      if (first === null) return write(decoded(bytes))
      first = Buffer.concat([first, bytes])
      if (first.length < 2) return
      decoder = decoderOf(first)
      write(decoded(first))
      first = null
    },
    end() {
      write(first === null ? decoded() : '')
      parser.close()
    },
  }
}
