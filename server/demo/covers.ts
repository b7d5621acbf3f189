import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileModeIn, makeFolder } from '../folder/closed.ts'

/** Covers of the demo, drawn here: landscapes and rooms in flat colours, of nobody and of no place. */

interface Palette {
  readonly sky: readonly [string, string]
  readonly sun: string
  /** From far to near. */
  readonly hills: readonly [string, string, string]
}

const palettes = {
  morning: { sky: ['#fbe3c0', '#f4b184'], sun: '#fff3d6', hills: ['#c98a6b', '#a35d4c', '#6f3434'] },
  spring: { sky: ['#d9eef2', '#a8d3c7'], sun: '#fdfbe8', hills: ['#8fbf9f', '#5c9a76', '#2f6b50'] },
  dusk: { sky: ['#3d4f7c', '#e0a07c'], sun: '#ffe1a8', hills: ['#5a5480', '#403a63', '#262443'] },
  clear: { sky: ['#bcdcf5', '#e8f3fb'], sun: '#ffffff', hills: ['#9db8cf', '#6d92b3', '#3f6b8f'] },
} as const satisfies Readonly<Record<string, Palette>>

const width = 960
const height = 600

/** A row of hills; `phase` moves them along. */
function hill(base: number, swing: number, phase: number, colour: string): string {
  const points = Array.from({ length: 33 }, (_, i) => {
    const x = (i * width) / 32
    const y = base + swing * (Math.sin(i / 3.1 + phase) + 0.5 * Math.sin(i / 1.7 + phase * 2))
    return `${x.toFixed(0)},${y.toFixed(0)}`
  })
  return `<polygon fill="${colour}" points="0,${height} ${points.join(' ')} ${width},${height}"/>`
}

function land({ sky, sun, hills }: Palette, phase: number): string {
  const [top, bottom] = sky
  return `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#s)"/><circle cx="${680 - phase * 60}" cy="170" r="62" fill="${sun}"/>
${hills.map((colour, i) => hill(300 + i * 80, 34 + i * 8, phase + i * 1.9, colour)).join('')}`
}

const repeat = (count: number, draw: (i: number) => string) => Array.from({ length: count }, (_, i) => draw(i)).join('')

const river = `<path d="M430 600C470 540 620 520 560 470S420 430 500 390L520 390C470 430 640 440 620 490S560 550 640 600Z" fill="#dcebf0"/>`
const bridge = `<path d="M120 470Q480 250 840 470" fill="none" stroke="#f3efe6" stroke-width="20"/><path d="M60 470H900" stroke="#f3efe6" stroke-width="12"/>
${repeat(9, (i) => `<path d="M${200 + i * 70} 470V${470 - (1 - ((i - 4) / 5) ** 2) * 106}" stroke="#f3efe6" stroke-width="7"/>`)}`
const terraces = repeat(
  6,
  (i) =>
    `<path d="M0 ${420 + i * 32}Q240 ${380 + i * 32} 480 ${424 + i * 32}T960 ${410 + i * 32}" fill="none" stroke="#dff0cf" stroke-width="${4 + i}"/>`,
)
const town = repeat(7, (i) => {
  const x = 90 + i * 116
  const y = 430 + (i % 3) * 16
  return `<path d="M${x} ${y}l50-34 50 34v100h-100z" fill="#f5efe4"/><path d="M${x - 8} ${y}l58-42 58 42" fill="none" stroke="#3b3b46" stroke-width="9"/><rect x="${x + 38}" y="${y + 26}" width="24" height="30" fill="#b7774f"/>`
})
const trees = repeat(
  8,
  (i) =>
    `<circle cx="${70 + i * 120}" cy="${470 + (i % 2) * 24}" r="${34 + (i % 3) * 8}" fill="#f7d98b"/><rect x="${66 + i * 120}" y="${490 + (i % 2) * 24}" width="8" height="70" fill="#6b4a35"/>`,
)

/** A hall: curtain, stage, rows of seats. */
const hall = `<rect width="${width}" height="${height}" fill="#8f1319"/>${repeat(16, (i) => `<rect x="${i * 60}" width="26" height="330" fill="#a5232a"/>`)}
<rect y="320" width="${width}" height="60" fill="#e9cf96"/><rect x="180" y="252" width="600" height="72" fill="#6d4326"/><rect x="180" y="252" width="600" height="12" fill="#8a5a36"/>
${repeat(7, (i) => `<rect x="${214 + i * 80}" y="228" width="44" height="22" fill="#f6f0e2"/>`)}
${repeat(3, (row) => repeat(11, (i) => `<rect x="${20 + i * 86 - row * 6}" y="${420 + row * 62}" width="66" height="44" rx="10" fill="${['#5c2a2a', '#4a2020', '#381717'][row]}"/>`))}`
/** A round table by a window, with papers on it. */
const table = `<rect width="${width}" height="${height}" fill="#e8eef0"/>${repeat(3, (i) => `<rect x="${90 + i * 270}" y="50" width="230" height="220" fill="#bfdcea"/><path d="M${90 + i * 270} 220q60-70 115-30t115-40v120h-230z" fill="#8fb79c"/>`)}
<ellipse cx="480" cy="450" rx="380" ry="120" fill="#8a5a36"/><ellipse cx="480" cy="436" rx="380" ry="116" fill="#a9764a"/>
${repeat(7, (i) => {
  const angle = (i / 7) * 2 * Math.PI
  return `<rect x="${(450 + 290 * Math.cos(angle)).toFixed(0)}" y="${(422 + 78 * Math.sin(angle)).toFixed(0)}" width="60" height="30" rx="3" fill="#fbf8f0"/>`
})}`
/** Books and a brush pot. */
const study = `<rect width="${width}" height="${height}" fill="#efe4cf"/><rect y="470" width="${width}" height="130" fill="#8a5a36"/>
${repeat(9, (i) => `<rect x="${150 + i * 50}" y="${250 + (i % 3) * 22}" width="42" height="${220 - (i % 3) * 22}" fill="${['#7f0f15', '#2f6f94', '#43794f', '#b98d3a'][i % 4]}"/><rect x="${158 + i * 50}" y="${290 + (i % 3) * 14}" width="26" height="54" fill="#f6f0e2"/>`)}
<path d="M690 350h110l-12 120h-86z" fill="#3f6b8f"/>${repeat(4, (i) => `<path d="M${715 + i * 18} 350l${(i - 1.5) * 16}-150" stroke="#5b3a22" stroke-width="8"/>`)}`

/** The covers by name. */
const covers = {
  hall,
  table,
  study,
  bridge: land(palettes.clear, 0.4) + bridge,
  river: land(palettes.spring, 1.3) + river,
  terraces: land(palettes.spring, 2.6) + terraces,
  town: land(palettes.morning, 0.9) + town,
  autumn: land(palettes.dusk, 2.1) + trees,
} as const

export type CoverName = keyof typeof covers

/** A cover's address on the site. */
export const coverOf = (name: CoverName): string => `/uploads/demo-${name}.jpg`

/** One drawn file, as its row tells it. */
export interface Drawn {
  readonly name: string
  readonly size: number
  readonly width: number
  readonly height: number
}

/** Draws the covers into the folder of uploads. @returns what was drawn */
export async function drawCovers(dataDir: string): Promise<Drawn[]> {
  const folder = join(dataDir, 'uploads')
  makeFolder(folder, 0o700)
  const mode = fileModeIn(folder)
  const { default: sharp } = await import('sharp')
  return Promise.all(
    Object.entries(covers).map(async ([cover, picture]) => {
      const name = `demo-${cover}.jpg`
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${picture}</svg>`
      await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toFile(join(folder, name))
      await chmod(join(folder, name), mode)
      return { name, size: (await stat(join(folder, name))).size, width, height }
    }),
  )
}
