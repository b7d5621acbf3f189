import { randomBytes } from 'node:crypto'
import { glyphs } from './glyphs.ts'

const width = 174
const height = 54
/** So sharp that it stays so on a fine screen. */
const scale = 1.75
const ink = '#1f3a5f'
const paper = '#ffffff'
const alphabet = Object.keys(glyphs)
const lettersCount = 5
/** How far a letter takes the next one on, of its width: they touch, and stand at no equal distances. */
const pitch = 0.98
/** Points of a flattened curve. */
const steps = 9

type Point = readonly [number, number]
type Line = readonly Point[]

/** Numbers that nobody can foretell from those that came before. */
function chance() {
  let bytes = Buffer.alloc(0)
  let at = 0
  const next = () => {
    if (at >= bytes.length) {
      bytes = randomBytes(2048)
      at = 0
    }
    at += 4
    return bytes.readUInt32LE(at - 4) / 2 ** 32
  }
  const between = (from: number, to: number) => from + next() * (to - from)
  return {
    between,
    /** Either sign. */
    about: (size: number) => between(-size, size),
    oneOf: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T,
  }
}
type Chance = ReturnType<typeof chance>

const mix = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]

/** A point of a curve of any degree, between its ends. */
function onCurve(points: readonly Point[], t: number): Point {
  if (points.length === 1) return points[0] as Point
  return onCurve(
    points.slice(1).map((point, i) => mix(points[i] as Point, point, t)),
    t,
  )
}

/** Strokes of a path as lines that are short enough to be bent. */
function flatten(path: string): Line[] {
  const lines: Point[][] = []
  for (const [, command, numbers = ''] of path.matchAll(/([MLQC])([^MLQC]*)/g)) {
    const n = numbers.trim().split(/\s+/).map(Number)
    const points = n.flatMap((x, i): Point[] => (i % 2 === 0 ? [[x / 100, (n[i + 1] as number) / 100]] : []))
    if (command === 'M') lines.push(points)
    else {
      const line = lines.at(-1) as Point[]
      const all = [line.at(-1) as Point, ...points]
      for (let i = 1; i <= steps; i += 1) line.push(onCurve(all, i / steps))
    }
  }
  return lines
}

/** A field that shifts points by slow waves, in any direction. */
function waves({ between, about }: Chance, size: number, length: number) {
  const one = () => {
    const [a, b, phase] = [about(1) / length, about(1) / length, between(0, 2 * Math.PI)]
    return (x: number, y: number) => Math.sin(2 * Math.PI * (a * x + b * y) + phase)
  }
  const [dx, dy] = [one(), one()]
  return ([x, y]: Point): Point => [x + size * dx(x, y), y + size * dy(x, y)]
}

/** A letter in one of its hands, bent, turned, and put at its place. */
function letter(dice: Chance, name: string, wide: number, at: Point): Line[] {
  const { between, about, oneOf } = dice
  const bend = waves(dice, 0.07, 1.3)
  const high = between(24, 36)
  const [turn, slant] = [about(0.24), about(0.2)]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return flatten(oneOf(glyphs[name] as readonly string[])).map((line) =>
    line.map((point) => {
      const [bx, by] = bend(point)
      const [x, y] = [(bx - 0.5) * wide + (by - 0.5) * -slant * high * 0.6, (by - 0.5) * high]
      return [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]
    }),
  )
}

/** A line in the colour of the letters, between these heights. */
function stray(dice: Chance, from: number, to: number, top = 8, bottom = height - 8): Line {
  const { between } = dice
  const bend = waves(dice, Math.min(7, bottom - top), 60)
  const [start, end]: [Point, Point] = [
    [from, between(top, bottom)],
    [to, between(top, bottom)],
  ]
  return Array.from({ length: 24 }, (_, i) => bend(mix(start, end, i / 23)))
}

const round = (n: number) => n.toFixed(1)
const stroke = (line: Line, thick: number, colour: string) =>
  `<polyline points="${line.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" stroke="${colour}" stroke-width="${round(thick)}"/>`

/**
 * Draws a captcha as SVG. What makes it hard for a program: letters of several hands and sizes touch at no equal distances, each is bent
 * and turned for itself, a thin line of their colour joins them, one of the paper's cuts them. Lines above and below cost people nothing,
 * and whoever looks for where a letter begins and ends finds them first.
 */
export function drawCaptcha(): { answer: string; svg: string } {
  const dice = chance()
  const { between, about, oneOf } = dice
  const names = Array.from({ length: lettersCount }, () => oneOf(alphabet))
  const bent = waves(dice, between(2, 3.5), between(50, 80))
  const lean = about(0.3)
  const whole = ([x, y]: Point) => bent([x + (y - height / 2) * lean, y])
  const widths = names.map(() => between(16, 32))
  let x = (width - widths.reduce((sum, wide) => sum + wide * pitch, 0)) / 2 + about(5)
  const drawn: string[] = []
  for (const [i, name] of names.entries()) {
    const wide = widths[i] as number
    x += (wide * pitch) / 2
    const thick = between(3.2, 4.3)
    for (const line of letter(dice, name, wide, [x, height / 2 + about(3)]))
      drawn.push(stroke(line.map(whole), thick, ink))
    x += (wide * pitch) / 2
  }
  const strays = [
    stray(dice, between(4, 20), width - between(4, 20)),
    stray(dice, between(2, 20), between(70, 110), 3, 7),
    stray(dice, between(65, 105), width - between(2, 20), height - 7, height - 3),
  ]
  for (const line of strays) drawn.push(stroke(line, between(1.6, 2.1), ink))
  const cut = between(25, width - 25)
  drawn.push(stroke(stray(dice, cut - 25, cut + 25), between(0.8, 1.1), paper))
  const body = `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${drawn.join('')}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${paper}"/>${body}</svg>`
  return { answer: names.join(''), svg }
}
