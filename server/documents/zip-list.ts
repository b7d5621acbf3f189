/** A zip has a list at its end, which programs go by, and the files themselves, which can be read from the beginning: what is looked through must be what is opened. */

const [listEnds, listEntry, fileBegins] = [0x06054b50, 0x02014b50, 0x04034b50]
const [endBytes, entryBytes, fileBytes] = [22, 46, 30]
const commentMost = 0xffff
/** What may stand behind a file: its size said afterwards. */
const descriptorMost = 24
const saidAfterwards = 8

interface Listed {
  readonly name: string
  readonly at: number
  readonly ends: number
}

/** Where the list's end begins. */
function endOf(zip: Buffer): number {
  for (let at = zip.length - endBytes; at >= Math.max(0, zip.length - endBytes - commentMost); at -= 1)
    if (zip.readUInt32LE(at) === listEnds && at + endBytes + zip.readUInt16LE(at + 20) === zip.length) return at
  throw new RangeError('no list')
}

/** An entry of the list with where its file ends; null: the file says something else of itself. */
function listedAt(zip: Buffer, at: number): { readonly one: Listed | null; readonly next: number } {
  if (zip.readUInt32LE(at) !== listEntry) throw new RangeError('no entry')
  const [nameLength, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
    number,
    number,
    number,
  ]
  const next = at + entryBytes + nameLength + extra + comment
  const [method, packed, file] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
  const name = zip.toString('latin1', at + entryBytes, at + entryBytes + nameLength)
  const later = (zip.readUInt16LE(file + 6) & saidAfterwards) > 0
  const data = file + fileBytes + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28)
  const same =
    zip.readUInt32LE(file) === fileBegins &&
    zip.readUInt16LE(file + 8) === method &&
    zip.toString('latin1', file + fileBytes, file + fileBytes + zip.readUInt16LE(file + 26)) === name &&
    (later || zip.readUInt32LE(file + 18) === packed)
  return { one: same ? { name, at: file, ends: data + packed } : null, next }
}

/**
 * Whether a zip's list and its files, read from the beginning, are the same ones: each name once, one file behind the other.
 * @param count of the files that were read
 * @throws RangeError for what is no zip
 */
export function listsWhatItHolds(zip: Buffer, count: number): boolean {
  const end = endOf(zip)
  const begin = zip.readUInt32LE(end + 16)
  const files: Listed[] = []
  const names = new Set<string>()
  for (let at = begin; at < end && files.length < count; ) {
    const { one, next } = listedAt(zip, at)
    if (!one) return false
    files.push(one)
    names.add(one.name.toLowerCase())
    at = next
  }
  if (names.size !== count || zip.readUInt16LE(end + 10) !== count) return false
  const inOrder = files.toSorted((a, b) => a.at - b.at)
  return inOrder.every(({ ends }, i) => {
    const gap = (inOrder[i + 1]?.at ?? begin) - ends
    return gap >= 0 && gap <= descriptorMost && inOrder[0]?.at === 0
  })
}

/** Names are in UTF-8 where an entry says so; else they are as Chinese systems write them. */
const saysUtf8 = 0x0800
const older = new TextDecoder('gb18030')

/** Names of the files in a zip's list; none where the list lies beyond four gigabytes or is said elsewhere. @throws RangeError for what is no zip */
export function namesListed(zip: Buffer): string[] {
  const end = endOf(zip)
  const names: string[] = []
  for (let at = zip.readUInt32LE(end + 16); at + entryBytes <= end && zip.readUInt32LE(at) === listEntry; ) {
    const [length, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const name = zip.subarray(at + entryBytes, at + entryBytes + length)
    names.push(zip.readUInt16LE(at + 8) & saysUtf8 ? name.toString('utf8') : older.decode(name))
    at += entryBytes + length + extra + comment
  }
  return names
}
