/** A line of the input with its number from 1; `fault` where it cannot be read. */
export interface Line {
  readonly row: number
  readonly text: string
  readonly fault?: string
  /** The file that it stands for, where there are several. */
  readonly from?: string
  /** Pictures that lie beside it, by the addresses that its text has for them. */
  readonly pictures?: ReadonlyMap<string, string>
  /** Addresses in its text that lead nowhere here: of files beside it, and of the site that it came from. */
  readonly dead?: readonly string[]
  /** What the report shall say of it. */
  readonly remark?: string
}

/** A longer line is no article; it is passed over without being held. */
const longest = 16 * 1024 * 1024
/** What goes on for so long without an end of a line has none. */
const endlessFrom = 16 * longest
const lineEnd = 10

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function decoded(row: number, bytes: Uint8Array): Line {
  try {
    return { row, text: decoder.decode(bytes).replace(/\r$/, '') }
  } catch {
    return { row, text: '', fault: '不是 UTF-8 编码的文本' }
  }
}

/** Splits bytes into lines; only the present line is in memory. Blank lines are counted and passed over; a line without an end is the last. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line, void, undefined> {
  let row = 0
  let held: Uint8Array[] = []
  let size = 0
  const take = (part: Uint8Array) => {
    size += part.length
    if (size <= longest) held.push(part)
    else held = []
  }
  const end = (): Line => {
    row += 1
    const line = size > longest ? { row, text: '', fault: '这一行超过 16 MB' } : decoded(row, Buffer.concat(held))
    held = []
    size = 0
    return line
  }
  for await (const given of chunks) {
    const chunk = typeof given === 'string' ? Buffer.from(given) : given
    let start = 0
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, start)) {
      take(chunk.subarray(start, at))
      start = at + 1
      const line = end()
      if (line.fault || line.text.trim() !== '') yield line
    }
    if (start < chunk.length) take(chunk.subarray(start))
    if (size > endlessFrom) {
      yield { row: row + 1, text: '', fault: `这一行超过 ${endlessFrom / 1024 / 1024} MB，从这一行起不能读取` }
      return
    }
  }
  if (size > 0) yield end()
}

/** How many lines there are, for the progress. */
export async function countLines(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0
  let open = false
  for await (const chunk of chunks) {
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) lines += 1
    if (chunk.length > 0) open = chunk[chunk.length - 1] !== lineEnd
  }
  return lines + (open ? 1 : 0)
}
