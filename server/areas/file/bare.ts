import { crc32, inflateSync } from 'node:zlib'

/** A colour profile of a picture is no larger; one that is, is dropped like everything else that is said beside the points. */
const profileMax = 4 * 1024 * 1024

/** Where what stays of a file moves up in it: nothing is copied elsewhere, however many pieces there are. */
function keeping(bytes: Buffer) {
  let length = 0
  return {
    keep(from: number, to: number) {
      bytes.copyWithin(length, from, to)
      length += Math.min(to, bytes.length) - from
    },
    kept: () => bytes.subarray(0, length),
  }
}

const orientationTag = 0x0112

/**
 * How a picture is to be turned, 1 to 8, as the first list of its EXIF says; 1 where that is not to be read. The library would
 * read all of the EXIF, in which a few bytes can be said to be the value of thousands of entries.
 */
function orientationOf(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return 1
  const little = order[0] === 'I'
  const u16 = (at: number) => (at + 2 > exif.length ? 0 : little ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const first = exif.length < 8 ? 0 : little ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
  for (let i = 0; i < u16(first); i += 1) {
    const at = first + 2 + i * 12
    if (at > exif.length) return 1
    const turned = u16(at + 8)
    if (u16(at) === orientationTag) return turned >= 1 && turned <= 8 ? turned : 1
  }
  return 1
}

/** An EXIF that says nothing but how the picture is to be turned. */
const exifOf = (turned: number) =>
  Buffer.from([...Buffer.from('II*\0\b\0\0\0\x01\0', 'latin1'), 0x12, 1, 3, 0, 1, 0, 0, 0, turned, 0, 0, 0, 0, 0, 0, 0])

const typeOf = (name: string) => Buffer.from(name, 'latin1').readUInt32BE()
const png = {
  header: typeOf('IHDR'),
  data: typeOf('IDAT'),
  end: typeOf('IEND'),
  profile: typeOf('iCCP'),
  exif: typeOf('eXIf'),
}
/** What a PNG needs for its points. Everything else of it, texts that unpack to a thousand times their size among it, is for other programs. */
const pngKept = new Set([png.header, typeOf('PLTE'), typeOf('tRNS'), png.data, png.end])

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length)
  chunk.write(name, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** True for a colour profile that unpacks to no more than it may. */
function isProfile(chunk: Buffer): boolean {
  try {
    inflateSync(chunk.subarray(chunk.indexOf(0) + 2), { maxOutputLength: profileMax })
    return true
  } catch {
    return false
  }
}

function barePng(bytes: Buffer): Buffer {
  const rest = keeping(bytes)
  const beside: Buffer[] = []
  let [profile, turned] = [false, 1]
  rest.keep(0, 8)
  let headEnd = 0
  for (let at = 8, end = 0; at + 8 <= bytes.length; at = end) {
    end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.readUInt32BE(at + 4)
    const data = () => bytes.subarray(at + 8, end - 4)
    if (type === png.exif && turned === 1) turned = orientationOf(data())
    if (type === png.profile && !profile) {
      profile = true
      if (isProfile(data())) beside.push(Buffer.from(bytes.subarray(at, end)))
    }
    if (pngKept.has(type)) rest.keep(at, end)
    if (type === png.header && headEnd === 0) headEnd = rest.kept().length
    if (type === png.end) break
  }
  if (turned !== 1) beside.push(pngChunk('eXIf', exifOf(turned)))
  const kept = rest.kept()
  return beside.length === 0 ? kept : Buffer.concat([kept.subarray(0, headEnd), ...beside, kept.subarray(headEnd)])
}

const jpeg = { start: 0xd8, end: 0xd9, scan: 0xda, exif: 0xe1, profile: 0xe2, comment: 0xfe }
/** By what applications tell how the colours are meant. */
const colourMarks: Readonly<Record<number, string>> = { 224: 'JFIF\0', 238: 'Adobe' }
/** Segments that only say something: those of applications, but for what the colours need, and remarks. */
function isSaid(marker: number, data: () => Buffer): boolean {
  const known = colourMarks[marker]
  return marker === jpeg.comment || (marker >= 0xe0 && marker <= 0xef && !(known && begins(data(), known)))
}
/** Markers without a length behind them. */
const standsAlone = (marker: number) => marker === 1 || (marker >= 0xd0 && marker <= jpeg.start)
const begins = (data: Buffer, words: string) => data.toString('latin1', 0, words.length) === words

/** Where the next marker is, behind the points of a scan. */
function afterScan(bytes: Buffer, from: number): number {
  let at = from
  for (; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] as number
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function bareJpeg(bytes: Buffer): Buffer {
  const rest = keeping(bytes)
  const profile: Buffer[] = []
  let turned = 1
  rest.keep(0, 2)
  for (let at = 2, end = 0; at < bytes.length; at = end) {
    const marker = bytes[at + 1] ?? jpeg.end
    // between two segments some programs leave bytes, which the library passes over too
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0) {
      end = at + 1
      continue
    }
    if (marker === jpeg.end || at + 4 > bytes.length) {
      rest.keep(at, at + 2)
      break
    }
    end = standsAlone(marker) ? at + 2 : at + 2 + bytes.readUInt16BE(at + 2)
    const data = () => bytes.subarray(at + 4, end)
    if (marker === jpeg.exif && turned === 1 && begins(data(), 'Exif\0\0')) turned = orientationOf(data().subarray(6))
    if (marker === jpeg.profile && begins(data(), 'ICC_PROFILE\0')) profile.push(Buffer.from(bytes.subarray(at, end)))
    if (marker === jpeg.scan) end = afterScan(bytes, end)
    if (!isSaid(marker, data)) rest.keep(at, end)
  }
  const exif = Buffer.concat([Buffer.from([0xff, jpeg.exif, 0, 34]), Buffer.from('Exif\0\0', 'latin1'), exifOf(turned)])
  const beside = profile.reduce((sum, one) => sum + one.length, 0) > profileMax ? [] : profile
  const kept = rest.kept()
  return Buffer.concat([kept.subarray(0, 2), ...(turned === 1 ? [] : [exif]), ...beside, kept.subarray(2)])
}

/**
 * What a picture file has of points, with its colours and how it is to be turned, in one walk through it: the image library would
 * read all else too, and unpack it whole. Of a file that is cut or broken what can be told apart stays, for the library to judge.
 * GIFs stay as they are: nothing beside their frames is packed, and the library passes it over.
 * @param bytes written over
 */
export const bare = {
  png: barePng,
  jpg: bareJpeg,
  gif: (bytes: Buffer) => bytes,
}
