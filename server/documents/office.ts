import { createReadStream } from 'node:fs'
import { type Heard, hearing } from '../../core/sheet/read.ts'
import { numberText } from '../../core/sheet/rounded.ts'
import { TooMuch, unzipped } from '../../core/sheet/unzip.ts'

/** What people read, by the ending of a package's name: also headers, footnotes, remarks, hidden sheets and what was struck out. */
const parts: Readonly<Record<string, RegExp>> = {
  docx: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/,
  xlsx: /^xl\/(?:sharedStrings|comments\d*|worksheets\/[^/]+|drawings\/[^/]+)\.xml$/,
  pptx: /^ppt\/(?:slides|notesSlides|comments)\/[^/]+\.xml$/,
}
/** Whether something can be read of a package of this kind. */
export const isPackage = (ending: string): boolean => Object.hasOwn(parts, ending)

/** A text of so many characters is no document that anybody reads. */
export const charactersMost = 5_000_000

/** A line ends with each of them. */
const lines = new Set(['p', 'si', 'c', 'comment'])
/** A cell's value that is no text of its own: a number of a shared one, a truth, a fault. */
const noText = new Set(['s', 'b', 'e'])

function textHeard(add: (text: string) => void): Heard {
  let [inside, reading, cell, value] = [false, false, 'n', '']
  return {
    open(name, { t = 'n' }) {
      if (name === 'rPh') reading = true
      else if (name === 'c') cell = t
      else if (name === 't' || name === 'delText') inside = !reading
      else if (name === 'v') inside = !noText.has(cell)
      else if (name === 'tab' || name === 'br') add('\t')
      value = ''
    },
    text(text) {
      if (inside) value += text
      if (value.length > charactersMost) throw new TooMuch()
    },
    close(name) {
      if (inside && ['t', 'delText', 'v'].includes(name)) {
        add(name === 'v' && cell === 'n' ? numberText(value) : value)
        inside = false
      }
      if (name === 'rPh') reading = false
      if (lines.has(name)) add('\n')
      value = ''
    },
  }
}

/**
 * The text of a docx, xlsx or pptx; null: it holds none of their parts.
 * @throws TooMuch for what unpacks to more than a document may be; what zip and XML throw for what is none
 */
export async function packageText(path: string, ending: string): Promise<string | null> {
  const wanted = parts[ending] ?? /$^/
  const said: string[] = []
  let length = 0
  const add = (text: string) => {
    length += text.length
    if (length > charactersMost) throw new TooMuch()
    said.push(text)
  }
  const parsers = new Map<string, ReturnType<typeof hearing>>()
  const bytes = () => createReadStream(path) as AsyncIterable<Uint8Array>
  for await (const { path: name, bytes: piece } of unzipped(bytes, (one) => wanted.test(one))) {
    const known = parsers.get(name) ?? hearing(textHeard(add))
    if (!parsers.has(name)) add('\n')
    parsers.set(name, known)
    known.write(piece)
  }
  return parsers.size === 0 ? null : said.join('')
}
