import { Parser } from 'htmlparser2'
import { TooMuch } from '../../core/sheet/unzip.ts'

/** What a part of an Office package does, read as XML is read: its signs may be written in many ways. */

/** Elements within one another beyond this are no document's. */
const depthMost = 500
/** What all fields of a part say is no longer than this. */
const fieldsMost = 1024 * 1024
/** Behind the name of a field an address stands within so many signs. */
const addressWithin = 300

const values: readonly (readonly [RegExp, string])[] = [
  [/macroEnabled|vbaProject|vbaData|ms-word\.keyMapCustomizations/i, '含有宏'],
  [/activeX|oleObject|\/(?:package|control|aFChunk)$/i, '含有嵌入的对象'],
]
const objects = /^(?:oleobject|altchunk|control)$/
/** Fields that begin something; one that is put together of numbers may be any. */
const begins: readonly (readonly [RegExp, string])[] = [
  [/\bDDE(?:AUTO)?\b/i, '含有启动程序的域'],
  [/\bQUOTE\s{1,9}\d/i, '含有拼凑出来的域'],
]
/** Fields that fetch what an address names, and what an address begins with. */
const fetching = /\b(?:INCLUDE(?:TEXT|PICTURE)?|LINK|IMPORT|RD|DATABASE)\b|[a-z\d+.-]:|\\\\|\/\//gi
const isName = /^[A-Z]+$/i
const fetches = '打开时会从外部网址取内容'

/** @param said what all fields say */
function inFields(said: string): string | null {
  const begun = begins.find(([pattern]) => pattern.test(said))
  if (begun) return begun[1]
  let from = -1
  for (const { 0: found, index } of said.matchAll(fetching)) {
    if (isName.test(found)) from = index
    else if (from >= 0 && index - from <= addressWithin) return fetches
  }
  return null
}

/** A file on the writer's own disk, as Word names the template there. */
const ownDisk = /^file:\/\/\/[a-z]:(?!.*(?:\.\.|\\\\))/i
/** By an address, from another computer, or from where a folder begins. */
const elsewhere = /:|\\\\|\/\/|^[\\/]/
const local = (name: string) => name.slice(name.lastIndexOf(':') + 1).toLowerCase()
type Said = ReadonlyMap<string, string>

/** Whether what a relationship names is fetched as soon as the document is opened; links that are pressed are not. */
function isFetched(said: Said): boolean {
  const at = (name: string) => [...said].flatMap(([key, value]) => (local(key) === name ? [value.trim()] : []))
  if (!at('targetmode').some((mode) => /external/i.test(mode))) return false
  if (/\/hyperlink$/i.test(said.get('Type')?.trim() ?? '')) return false
  const targets = at('target')
  return targets.length === 0 || targets.some((one) => (one === '' || elsewhere.test(one)) && !ownDisk.test(one))
}

/**
 * @param text as it stands, a sign for each byte
 * @returns what it does; null: nothing
 * @throws TooMuch
 */
export function inPart(text: string): string | null {
  if (text.includes('\u0000')) return '文字编码不能检查'
  let found: string | null = null
  let depth = 0
  /** How deep within the words of a field. */
  let within = 0
  let said = new Map<string, string>()
  let fields = ''
  const note = (what: string | null | undefined) => {
    found ??= what ?? null
  }
  const field = (words: string) => {
    fields += words
    if (fields.length > fieldsMost) throw new TooMuch()
  }
  const ofField = /^(?:del)?instrtext$/
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        // only these are read here, and others are by nobody's habit; names of its own may stand for anything
        if (name.startsWith('!') || /\bencoding\s{0,99}=\s{0,99}["'](?!utf-8["'])/i.test(data)) note('文字编码不能检查')
      },
      onopentagname() {
        said = new Map()
        depth += 1
        if (depth > depthMost) throw new TooMuch()
      },
      onattribute(name, value) {
        said.set(name, value)
        const plain = value.trim()
        note(values.find(([pattern]) => pattern.test(plain))?.[1])
        if (local(name) === 'instr') field(` ${value} `)
      },
      onopentag(name) {
        const called = local(name)
        if (within > 0 || ofField.test(called)) within += 1
        if (objects.test(called)) note('含有嵌入的对象')
        if (called === 'relationship' && isFetched(said)) note(fetches)
      },
      ontext(words) {
        if (within > 0) field(words)
      },
      onclosetag() {
        depth -= 1
        if (within > 0) within -= 1
      },
    },
    { xmlMode: true },
  )
  parser.end(text.replace(/^\u00ef\u00bb\u00bf/, ''))
  return found ?? inFields(fields)
}
