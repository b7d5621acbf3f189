/** A run of text that stayed, came or went. */
export interface Piece {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Beyond this many comparisons a passage counts as replaced whole. */
const most = 4_000_000

function lengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] =
        a[i] === b[j]
          ? (table[(i + 1) * width + j + 1] as number) + 1
          : Math.max(table[(i + 1) * width + j] as number, table[i * width + j + 1] as number)
  return table
}

/** The steps from one list to the other, by their longest common part. */
function steps(a: readonly string[], b: readonly string[]): Piece[] {
  if (a.length * b.length > most)
    return [
      ...a.map((text) => ({ kind: 'removed', text }) as const),
      ...b.map((text) => ({ kind: 'added', text }) as const),
    ]
  const table = lengths(a, b)
  const width = b.length + 1
  const out: Piece[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push({ kind: 'same', text: a[i] as string })
      i += 1
      j += 1
    } else if (
      j >= b.length ||
      (i < a.length && (table[(i + 1) * width + j] as number) >= (table[i * width + j + 1] as number))
    )
      out.push({ kind: 'removed', text: a[i++] as string })
    else out.push({ kind: 'added', text: b[j++] as string })
  }
  return out
}

function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (last?.kind === piece.kind) out[out.length - 1] = { kind: piece.kind, text: last.text + piece.text }
    else out.push(piece)
  }
  return out
}

const lines = (text: string) => text.split(/(?<=\n)/)

/** What changed between two texts: paragraph by paragraph, within changed ones character by character. */
export function diff(before: string, after: string): Piece[] {
  const rough = joined(steps(lines(before), lines(after)))
  const out: Piece[] = []
  for (let i = 0; i < rough.length; i++) {
    const [piece, next] = [rough[i] as Piece, rough[i + 1]]
    if (piece.kind === 'removed' && next?.kind === 'added') {
      out.push(...steps([...piece.text], [...next.text]))
      i += 1
    } else out.push(piece)
  }
  return joined(out)
}

const blocks = 'p,div,h1,h2,h3,h4,h5,h6,li,tr,blockquote,figure'

/** A picture or video as it is named in a text: by its address, and what is said of it. */
function nameOf(media: Element): string {
  const kind = media.localName === 'img' ? '图片' : '视频'
  const src = media.getAttribute('src') ?? media.querySelector('source')?.getAttribute('src') ?? ''
  const alt = media.getAttribute('alt')
  return `［${kind} ${src}${alt ? `：${alt}` : ''}］`
}

/** The text of HTML, a line for each paragraph; pictures, videos and links by their addresses. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const br of body.querySelectorAll('br')) br.replaceWith('\n')
  for (const media of body.querySelectorAll('img,video')) media.replaceWith(nameOf(media))
  for (const link of body.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (link.textContent !== href) link.append(`［链接 ${href}］`)
  }
  for (const block of body.querySelectorAll(blocks)) block.append('\n')
  for (const cell of body.querySelectorAll('td,th')) cell.append('　')
  return (body.textContent ?? '').replace(/\n{2,}/g, '\n').trim()
}
