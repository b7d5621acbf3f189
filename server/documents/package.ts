import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { runsByName } from '../../core/domain/file-scripts.ts'
import { type Bytes, TooMuch, unzipped } from '../../core/sheet/unzip.ts'
import { partHeard } from './part.ts'
import { type Element, OtherLetters, strictly, Unreadable } from './xml.ts'
import { listsWhatItHolds, namesListed } from './zip-list.ts'

/** What an Office document does beside being read, found in what each of its parts is made of. */

/** What the parts come to that are read. */
const readMost = 32 * 1024 * 1024
/** A document of so many bytes has fewer elements: the shortest ones take longest. */
const elementsMost = 2_000_000
/** So many parts has no document, with those of the packages in it. */
const partsMost = 10_000
/** What the packages in it come to, which are held until they are looked through. */
const heldMost = 16 * 1024 * 1024
/** Parts that are read by their names; another one is if it begins as XML does. */
const readParts = /\.(?:xml|rels|vml)$/i
const beginsAsXml = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\u0000]*<[\u0000]?[?!]/
const typesPart = /^\[Content_Types\]\.xml$/i
/** What may lie in a document: its own texts, pictures, fonts. */
const lies =
  /\.(?:xml|rels|vml|png|jpe?g|gif|bmp|tiff?|emf|wmf|wdp|svg|odttf|ttf|fntdata|thmx|xlsx)$|\/printerSettings\d*\.bin$|\/$/i
/** A part that would lie elsewhere once it is unpacked. */
const liesElsewhere = /^[\\/]|(?:^|[\\/])\.\.(?:[\\/]|$)|:/
/** A package in a document: the numbers of its charts, the colours of its pages. */
const packageIn = /\.(?:xlsx|thmx)$/i
/** How programs and packages begin, whatever they are called. */
const programs: readonly (readonly [begins: string, but: RegExp | null])[] = [
  ['MZ', null],
  ['\u007fELF', null],
  ['#!', null],
  ['\u00d0\u00cf\u0011\u00e0', null],
  ['PK\u0003\u0004', packageIn],
]

const unreadable = '里面的内容写法不合规范，无法核对'
const broken = '已损坏或不能识别'
/** So many of a part's first bytes are waited for. */
const headBytes = 8

/** What is read of a document, and of the packages in it. All of it throws TooMuch for what no document has. */
function tally() {
  let [length, elements, parts, held] = [0, 0, 0, 0]
  return {
    part() {
      parts += 1
      if (parts > partsMost) throw new TooMuch()
    },
    count(bytes: number, more: number) {
      length += bytes
      elements += more
      if (length > readMost || elements > elementsMost) throw new TooMuch()
    },
    hold(bytes: number) {
      held += bytes
      if (held > heldMost) throw new TooMuch()
    },
  }
}
type Tally = ReturnType<typeof tally>

/** A part as it is read: its first bytes, its XML, and why it cannot be told what it does; a package, as it is. */
function reading(part: string, { count, hold }: Tally) {
  const held: Buffer[] | null = packageIn.test(part) ? [] : null
  let head: Buffer | null = Buffer.alloc(0)
  let xml: ReturnType<typeof strictly> | null = null
  let found: string | null = null
  let fault: string | null = null
  let program = false
  const heard = partHeard((what) => {
    found ??= what
  })
  const counted = {
    ...heard,
    open(element: Element) {
      count(0, 1)
      heard.open(element)
    },
  }
  const safely = (step: () => void) => {
    try {
      if (fault === null) step()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      fault = error instanceof OtherLetters ? '文字编码不能检查' : unreadable
    }
  }
  const write = (bytes: Uint8Array) => {
    if (held) {
      hold(bytes.length)
      held.push(Buffer.from(bytes))
    }
    if (!xml) return
    count(bytes.length, 0)
    safely(() => xml?.write(bytes))
  }
  const begin = () => {
    if (!head) return
    const signs = head.toString('latin1')
    program = programs.some(([begins, but]) => signs.startsWith(begins) && !but?.test(part))
    if (readParts.test(part) || beginsAsXml.test(signs)) xml = strictly(counted)
    write(head)
    head = null
  }
  return {
    write(bytes: Uint8Array) {
      if (!head) return write(bytes)
      head = Buffer.concat([head, bytes])
      if (head.length >= headBytes) begin()
    },
    end() {
      begin()
      safely(() => {
        xml?.end()
        if (xml) heard.end()
      })
      return { program, found, fault, held: held && Buffer.concat(held) }
    },
  }
}

interface Zipped {
  readonly bytes: Bytes
  readonly whole: () => Promise<Buffer>
}

/** @param inner it is itself in a package: such a one holds no further ones */
async function inZip({ bytes, whole }: Zipped, all: Tally, inner: boolean): Promise<string | null> {
  let name: string | null = null
  let files = 0
  const parts = new Map<string, ReturnType<typeof reading>>()
  const look = (part: string) => {
    files += 1
    all.part()
    if (!lies.test(part) || liesElsewhere.test(part) || runsByName(part) || (inner && packageIn.test(part)))
      name ??= part
    return true
  }
  for await (const { path: part, bytes: piece } of unzipped(bytes, look)) {
    const known = parts.get(part) ?? reading(part, all)
    parts.set(part, known)
    known.write(piece)
  }
  const told = [...parts].map(([part, one]) => ({ part, ...one.end() }))
  name ??= told.find(({ program }) => program)?.part ?? null
  if (name !== null) return `里面有「${name}」，不是文档的内容`
  if (!told.some(({ part }) => typesPart.test(part) || /^word\/.+\.xml$|\.rels$/i.test(part))) return broken
  if (!listsWhatItHolds(await whole(), files)) return unreadable
  const found = told.find(({ found }) => found)?.found ?? told.find(({ fault }) => fault)?.fault
  return found ?? inHeld(told, all)
}

/** What the packages in a document do. */
async function inHeld(
  told: readonly { readonly part: string; readonly held: Buffer | null }[],
  all: Tally,
): Promise<string | null> {
  for (const { part, held } of told) {
    if (!held) continue
    const bytes = async function* () {
      yield held
    }
    const found = await inZip({ bytes, whole: async () => held }, all, true).catch((error: unknown) => {
      if (error instanceof TooMuch) throw error
      return broken
    })
    if (found) return `里面的「${part}」${found}`
  }
  return null
}

/** Looks through a package; null: it is only to be read. @throws TooMuch; what a zip throws that is none */
export const inPackage = (path: string): Promise<string | null> =>
  inZip(
    { bytes: () => createReadStream(path) as AsyncIterable<Uint8Array>, whole: () => readFile(path) },
    tally(),
    false,
  )

const baseOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** Whether an archive holds a program or a script, by its names; of what is no zip nothing is known. @throws TooMuch; what a zip throws that is none */
export async function inArchive(path: string): Promise<string | null> {
  const bytes = await readFile(path)
  if (!bytes.subarray(0, 2).equals(Buffer.from('PK'))) return null
  const runs = namesListed(bytes).find((name) => runsByName(baseOf(name)))
  return runs === undefined ? null : `里面有「${runs}」，是程序、脚本或带宏的文件`
}
