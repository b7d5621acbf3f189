import { constants, inflateSync } from 'node:zlib'
import { TooMuch } from '../../core/sheet/unzip.ts'
import { type Dict, isDict, isRef, type Value, Values } from './pdf-values.ts'

const objectsMost = 500_000
const inflatedMost = 64 * 1024 * 1024
/** All streams together. */
const allMost = 256 * 1024 * 1024
/** So many are unpacked, however small each is; of those that are damaged fewer, for what came before the damage is not known. */
const streamsMost = 20_000
const damagedMost = 30

/** All that is read of objects, in times of what there is: marks that lie within one another are read again and again. */
const readTimes = 8
/** What is read of values and drawn, in characters, whatever stands in the file: far more than a thick book takes. */
const workMost = 32 * 1024 * 1024

/** Of so many streams it is looked how they begin: in so many of their own bytes, in more where those unpack to too little. */
const beginningsMost = 50_000
const packedHeads = { few: 32, more: 512 }
const headBytes = 64
/** No stream is packed in so many ways. */
const filtersMost = 8
const hexOf = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(/[^\da-f]/gi, ''), 'hex')

/** Values that are kept, all together. */
const valuesMost = 4_000_000

/** The number of the object that is marked here: `12 0 obj`; null: it is no mark. */
function numberBefore(text: string, at: number): number | null {
  const words = text.slice(Math.max(0, at - 32), at).split(/[\s\0]+/)
  const [word = '', generation = '', end] = words.slice(-3)
  if (end !== '' || !/^\d{1,5}$/.test(generation)) return null
  let from = word.length
  // what stood before may end without a blank
  while (from > 0 && /^\d$/.test(word[from - 1] as string)) from -= 1
  const number = word.slice(from)
  return number === '' || number.length > 9 ? null : Number(number)
}

interface Found {
  readonly value: Value | undefined
  /** Where its stream stands, in the file. */
  readonly stream: readonly [from: number, to: number] | null
}

/** What some reader may take for an object; the text of a stream that holds some; how a stream's data begin. */
export type Claimed = { readonly value: Value } | { readonly text: string } | { readonly begins: string }

/** The objects of a PDF, found by their marks: so also where the table of them is broken. */
export class PdfFile {
  readonly encrypted: boolean
  /** Something in it was compressed by what is not read here. */
  unread = false
  private readonly bytes: Buffer
  private readonly text: string
  private readonly places = new Map<number, number>()
  private readonly packed = new Map<number, Value>()
  private readonly known = new Map<number, Found>()
  private inflated = 0
  private streams = 0
  private damaged = 0
  private looked = 0
  private worked = 0
  private handled = 0
  private heads = 0
  private begun = 0
  private headed = 0
  private met = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.text = bytes.toString('latin1')
    // a later one is a change of the earlier
    for (let at = this.text.indexOf('obj'); at >= 0; at = this.text.indexOf('obj', at + 3)) {
      const number = numberBefore(this.text, at)
      if (number !== null) this.places.set(number, at + 3)
      if (this.places.size > objectsMost) throw new TooMuch()
    }
    this.encrypted = this.isEncrypted()
    if (!this.encrypted) this.unpack()
  }

  /** All that are dictionaries, or streams with one. */
  *dicts(): Generator<readonly [number: number, dict: Dict]> {
    for (const number of [...this.places.keys(), ...this.packed.keys()]) {
      const { value } = this.object(number)
      if (isDict(value)) yield [number, value]
    }
  }

  /** How a stream's data begin, as they stand there and as they are unpacked. @throws TooMuch */
  private *beginnings(dict: Dict, [from, to]: readonly [number, number]): Generator<string> {
    this.begun += 1
    if (this.begun > beginningsMost) throw new TooMuch()
    const head = (bytes: Buffer) => bytes.toString('latin1', 0, headBytes)
    const packed = this.bytes.subarray(from, Math.min(to, from + packedHeads.more))
    yield head(packed)
    const filters = this.filtersOf(dict)
    if (filters.length === 0) return
    const unpacked = (most: number) =>
      filters.reduce((bytes: Buffer, filter) => this.headOut(filter, bytes), packed.subarray(0, most))
    const few = unpacked(packedHeads.few)
    yield head(few.length < headBytes ? unpacked(packedHeads.more) : few)
  }

  /** How a stream is packed. @throws TooMuch for more ways than any has */
  private filtersOf(dict: Dict): readonly (Value | undefined)[] {
    const filter = this.at(dict.get('Filter'))
    if (!Array.isArray(filter)) return filter === undefined ? [] : [filter]
    if (filter.length > filtersMost) throw new TooMuch()
    return filter.map((one) => this.at(one))
  }

  /** The same bytes where they are packed by what is not read here, or damaged. */
  private headOut(filter: Value | undefined, bytes: Buffer): Buffer {
    if (filter === '/ASCIIHexDecode' || filter === '/AHx') return hexOf(bytes)
    if (filter !== '/FlateDecode' && filter !== '/Fl') return bytes
    try {
      const made = inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
      this.headed += made.length
      if (this.headed <= allMost) return made
    } catch {
      return bytes
    }
    throw new TooMuch()
  }

  /**
   * All that some reader may take for an object: what stands at each mark, also where a later change or the tables have another one, and
   * what is in each stream that may hold objects. Of each of those streams the text comes too, and of all streams how they begin.
   */
  *claimed(): Generator<Claimed> {
    for (let at = this.text.indexOf('obj'); at >= 0; at = this.text.indexOf('obj', at + 3)) {
      if (this.text.startsWith('end', at - 3)) continue
      const { value, stream } = this.read(at + 3)
      if (value !== undefined) yield { value }
      if (!stream || !isDict(value)) continue
      for (const begins of this.beginnings(value, stream)) yield { begins }
      if (!value.has('N') || !value.has('First')) continue
      const text = this.held(value, stream[0])
      if (text === null) continue
      yield { text }
      const heads = new Values(text)
      const first = Number(this.at(value.get('First')))
      for (;;) {
        const [id, offset] = this.headOf(heads)
        if (typeof id !== 'number' || typeof offset !== 'number') break
        const one = this.valueAt(text, first + offset)
        if (one !== undefined) yield { value: one }
      }
    }
  }

  /**
   * What a stream holds that begins here, to the end that it has by itself: how long it is said to be may be said twice.
   * null: it stands there as it is, or cannot be read here
   */
  private held(dict: Dict, from: number): string | null {
    const filter = dict.get('Filter')
    const [one, ...others] = [filter].flat()
    const plain = filter === undefined
    const flat = (one === '/FlateDecode' || one === '/Fl') && others.length === 0
    const turned = ['DecodeParms', 'DP', 'F'].some((key) => dict.has(key))
    if (turned || !(plain || flat)) this.unread = true
    if (turned || !flat) return null
    return this.inflate(this.bytes.subarray(from))?.toString('latin1') ?? null
  }

  /** null: it is damaged. @throws TooMuch */
  private inflate(bytes: Buffer): Buffer | null {
    this.streams += 1
    if (this.streams > streamsMost || this.damaged > damagedMost) throw new TooMuch()
    const room = Math.min(inflatedMost, allMost - this.inflated)
    try {
      const made = inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(room, 1) })
      this.inflated += made.length
      return made
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new TooMuch()
      this.unread = true
      this.damaged += 1
      return null
    }
  }

  /** What a value stands for. */
  at(value: Value | undefined): Value | undefined {
    let found = value
    for (let hop = 0; isRef(found) && hop < 10; hop += 1) found = this.object(found.ref).value
    return found
  }
  dictAt(value: Value | undefined): Dict | null {
    const found = this.at(value)
    return isDict(found) ? found : null
  }
  listAt(value: Value | undefined): readonly Value[] {
    const found = this.at(value)
    return Array.isArray(found) ? found : []
  }

  /** The content of a stream, unpacked; null: there is none, or it cannot be unpacked here. */
  streamAt(value: Value | undefined): string | null {
    if (!isRef(value)) return null
    const { value: dict, stream } = this.object(value.ref)
    return stream && isDict(dict) ? this.unpacked(dict, stream) : null
  }

  /** Takes note of what was read. @throws TooMuch where it is far more than there is */
  private count(characters: number): void {
    this.looked += characters
    if (this.looked > readTimes * (this.text.length + this.inflated) + inflatedMost / 64) throw new TooMuch()
    this.work(characters)
  }

  /** The same of what is drawn: each time that a form is drawn counts, however small it is. @throws TooMuch */
  work(characters: number): void {
    this.worked += characters
    if (this.worked > workMost) throw new TooMuch()
  }

  private valueAt(text: string, at: number): Value | undefined {
    const values = new Values(text, at, valuesMost - this.met)
    const value = values.next()
    this.met += values.met
    this.count(values.at - at)
    return value
  }

  /** The number of the next object of a stream, and where it stands in it. @throws TooMuch where there are far too many */
  private headOf(heads: Values): readonly [Value | undefined, Value | undefined] {
    this.heads += 1
    // they are read for what the file shows, and once more for what it may do
    if (this.heads > 2 * objectsMost) throw new TooMuch()
    return [heads.next(), heads.next()]
  }

  private object(number: number): Found {
    const known = this.known.get(number)
    if (known) return known
    const place = this.places.get(number)
    const made = place === undefined ? { value: this.packed.get(number), stream: null } : this.read(place)
    this.known.set(number, made)
    return made
  }

  private read(place: number): Found {
    const values = new Values(this.text, place, valuesMost - this.met)
    const value = values.next()
    this.met += values.met
    values.skip()
    this.count(values.at - place)
    if (!isDict(value) || !this.text.startsWith('stream', values.at)) return { value, stream: null }
    const from = values.at + 6 + (this.text.startsWith('\r\n', values.at + 6) ? 2 : 1)
    const length = value.get('Length')
    const said = isRef(length) ? this.lengthAt(length.ref) : length
    const end = from + (typeof said === 'number' ? said : -1)
    const fits = end >= from && /^\s{0,2}endstream/.test(this.text.slice(end, end + 11))
    const next = fits ? end : this.text.indexOf('endstream', from)
    if (!fits) this.count((next < 0 ? this.text.length : next) - from)
    return { value, stream: [from, next < 0 ? this.text.length : next] }
  }

  /** A length that stands in an object of its own. */
  private lengthAt(number: number): Value | undefined {
    const place = this.places.get(number)
    return place === undefined ? undefined : this.valueAt(this.text, place)
  }

  private unpacked(dict: Dict, [from, to]: readonly [number, number]): string | null {
    const filters = this.filtersOf(dict)
    // one stretch of the file may be the stream of many objects
    this.handled += to - from
    if (this.handled > allMost + this.text.length) throw new TooMuch()
    let bytes: Buffer = Buffer.from(this.text.slice(from, to), 'latin1')
    for (const name of filters) {
      if (name === '/FlateDecode' || name === '/Fl') {
        const made = this.inflate(bytes)
        if (!made) return null
        bytes = made
      } else if (name === '/ASCIIHexDecode' || name === '/AHx') bytes = hexOf(bytes)
      else {
        this.unread = true
        return null
      }
    }
    return bytes.toString('latin1')
  }

  /** Objects that stand in streams. */
  private unpack(): void {
    for (const number of [...this.places.keys()]) {
      const { value: dict, stream } = this.object(number)
      if (!stream || !isDict(dict) || dict.get('Type') !== '/ObjStm') continue
      const text = this.unpacked(dict, stream)
      if (text === null) continue
      const [n, first] = [Number(this.at(dict.get('N'))), Number(this.at(dict.get('First')))]
      const heads = new Values(text)
      for (let i = 0; i < n; i += 1) {
        const [id, offset] = this.headOf(heads)
        if (typeof id !== 'number' || typeof offset !== 'number') break
        if (this.places.has(id)) continue
        const value = this.valueAt(text, first + offset)
        if (value !== undefined) this.packed.set(id, value)
        if (this.packed.size > objectsMost) throw new TooMuch()
      }
    }
    // what was asked for before it was unpacked
    this.known.clear()
  }

  private isEncrypted(): boolean {
    for (const { index } of this.text.matchAll(/trailer\s*<</g)) {
      const dict = this.valueAt(this.text, index + 7)
      if (isDict(dict) && dict.has('Encrypt')) return true
    }
    for (const number of this.places.keys()) {
      const { value } = this.object(number)
      if (isDict(value) && value.get('Type') === '/XRef' && value.has('Encrypt')) return true
    }
    return false
  }
}
