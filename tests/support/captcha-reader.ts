import sharp from 'sharp'

/** A picture as the reader sees it: dark or not, at a fixed height. */
interface Seen {
  readonly width: number
  readonly height: number
  readonly ink: Uint8Array
}

const high = 40
/** Side of the little picture that letters are compared by. */
const side = 14

async function see(png: Uint8Array): Promise<Seen> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ height: high })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const step = info.channels
  const ink = Uint8Array.from({ length: info.width * info.height }, (_, i) => Number((data[i * step] as number) < 120))
  return { width: info.width, height: info.height, ink }
}

/** How much ink each column has. */
const columns = ({ width, height, ink }: Seen) =>
  Array.from({ length: width }, (_, x) => {
    let sum = 0
    for (let y = 0; y < height; y += 1) sum += ink[y * width + x] as number
    return sum
  })

type Span = readonly [from: number, to: number]
type Cut = (seen: Seen, letters: number) => Span[]

/** The columns in which letters stand: lines alone are thin. */
function standing(seen: Seen): Span {
  const sums = columns(seen)
  const thick = sums.flatMap((sum, x) => (sum >= 6 ? [x] : []))
  return [thick[0] ?? 0, (thick.at(-1) ?? seen.width - 1) + 1]
}

const equally: Cut = (seen, letters) => {
  const [from, to] = standing(seen)
  const size = (to - from) / letters
  return Array.from({ length: letters }, (_, i) => [from + i * size, from + (i + 1) * size])
}

/** Where the letters of a picture of this width usually stand. */
const inPlace: Cut = ({ width }, letters) => {
  const pitch = width / (letters + 1)
  return Array.from({ length: letters }, (_, i) => [pitch * (i + 0.45), pitch * (i + 1.55)])
}

/** Where a letter ends there is little ink: the cheapest cuts near the equal ones. */
const atValleys: Cut = (seen, letters) => {
  const [from, to] = standing(seen)
  const sums = columns(seen)
  const size = (to - from) / letters
  const cuts = [from]
  for (let i = 1; i < letters; i += 1) {
    const about = Math.round(from + i * size)
    let best = about
    for (let x = about - Math.floor(size * 0.35); x <= about + Math.floor(size * 0.35); x += 1)
      if (cost(x) < cost(best)) best = x
    function cost(x: number) {
      return (sums[x] ?? 0) * 4 + Math.abs(x - about) / 2
    }
    cuts.push(Math.max(best, (cuts.at(-1) as number) + 3))
  }
  return cuts.map((cut, i) => [cut, cuts[i + 1] ?? to])
}

/** Pieces that hang together, from left to right; the widest is halved while there are too few. */
const byPieces: Cut = (seen, letters) => {
  const { width, height, ink } = seen
  const label = new Int32Array(ink.length)
  const pieces: { from: number; to: number; size: number }[] = []
  for (let start = 0; start < ink.length; start += 1) {
    if (!ink[start] || label[start]) continue
    const piece = { from: width, to: 0, size: 0 }
    const stack = [start]
    label[start] = pieces.length + 1
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width
      piece.from = Math.min(piece.from, x)
      piece.to = Math.max(piece.to, x + 1)
      piece.size += 1
      for (const next of [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width])
        if (next >= 0 && next < height * width && ink[next] && !label[next]) {
          label[next] = 1
          stack.push(next)
        }
    }
    if (piece.size > 15) pieces.push(piece)
  }
  let spans = pieces
    .sort((a, b) => b.size - a.size)
    .slice(0, letters)
    .map(({ from, to }): Span => [from, to])
  while (spans.length > 0 && spans.length < letters) {
    const widest = spans.reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a))
    const middle = (widest[0] + widest[1]) / 2
    spans = [...spans.filter((span) => span !== widest), [widest[0], middle], [middle, widest[1]]]
  }
  return spans.sort((a, b) => a[0] - b[0])
}

/** The letter in a span as a little picture, cut to its ink, so that size and place do not count. */
function little({ width, height, ink }: Seen, [from, to]: Span): Float32Array {
  const [left, right] = [Math.max(0, Math.floor(from)), Math.min(width, Math.ceil(to))]
  let [top, bottom] = [height, 0]
  for (let y = 0; y < height; y += 1)
    for (let x = left; x < right; x += 1)
      if (ink[y * width + x]) {
        top = Math.min(top, y)
        bottom = Math.max(bottom, y + 1)
      }
  const out = new Float32Array(side * side)
  if (bottom <= top) return out
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      if (!ink[y * width + x]) continue
      const [u, v] = [((x - left + 0.5) / (right - left)) * side - 0.5, ((y - top + 0.5) / (bottom - top)) * side - 0.5]
      // spread over the neighbours, so that a shift by a point costs little
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) {
          const [px, py] = [Math.round(u) + dx, Math.round(v) + dy]
          if (px < 0 || py < 0 || px >= side || py >= side) continue
          const at = py * side + px
          out[at] = (out[at] as number) + Math.max(0, 1 - Math.hypot(px - u, py - v) / 1.6)
        }
    }
  const norm = Math.hypot(...out) || 1
  return out.map((value) => value / norm)
}

const likeness = (a: Float32Array, b: Float32Array) => {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number)
  return sum
}

export interface Drawn {
  readonly answer: string
  readonly png: Uint8Array
}

const cuts: Readonly<Record<string, Cut>> = { equally, inPlace, atValleys, byPieces }
const neighbours = 5

/**
 * Learns from captchas whose answers are known, as whoever has the program can draw them, and reads others: cuts a picture into letters
 * in three ways and takes each for what its nearest neighbours are.
 * @returns how many of the others each way reads whole, without regard to case
 */
export async function readCaptchas(known: readonly Drawn[], others: readonly Drawn[]): Promise<Record<string, number>> {
  const [learnt, asked] = [
    await Promise.all(known.map(({ png }) => see(png))),
    await Promise.all(others.map(({ png }) => see(png))),
  ]
  const read = Object.entries(cuts).map(([name, cut]) => {
    const shapes = learnt.flatMap((seen, i) => {
      const letters = [...(known[i] as Drawn).answer.toLowerCase()]
      return cut(seen, letters.length).map((span, at) => ({ letter: letters[at] as string, shape: little(seen, span) }))
    })
    const letterOf = (shape: Float32Array) => {
      const near = shapes.map((one) => ({ letter: one.letter, is: likeness(one.shape, shape) }))
      const votes = new Map<string, number>()
      for (const { letter, is } of near.sort((a, b) => b.is - a.is).slice(0, neighbours))
        votes.set(letter, (votes.get(letter) ?? 0) + is ** 4)
      return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0]
    }
    const right = asked.filter((seen, i) => {
      const { answer } = others[i] as Drawn
      const text = cut(seen, answer.length).map((span) => letterOf(little(seen, span)))
      return text.join('') === answer.toLowerCase()
    })
    return [name, right.length] as const
  })
  return Object.fromEntries(read)
}
