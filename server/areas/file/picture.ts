import { chmod, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import { pictureName, widthsBelow } from '../../../core/domain/images.ts'
import { Refused } from '../../../core/errors.ts'
import { fileModeIn } from '../../folder/closed.ts'
import { bare } from './bare.ts'

const pixelsMax = 60_000_000
const framesMax = 500
/** How much work a picture may be. */
interface Bounds {
  /** Of one that is no photograph, whose points are all taken apart before it gets smaller; half as many of sixteen bits. */
  readonly drawing: number
  /** Of an animation, all its frames together: each is reduced to its colours by itself, which takes far longer than a photograph. */
  readonly animation: number
  /** No picture within these bounds takes so long. */
  readonly seconds: number
}
const bounds = {
  staff: { drawing: 2 * pixelsMax, animation: 25_000_000, seconds: 60 },
  // one after the other, from whoever it is: the next one waits for it
  strangers: { drawing: 30_000_000, animation: 5_000_000, seconds: 10 },
} satisfies Record<string, Bounds>
type Whose = keyof typeof bounds
/** Beyond this many times its width in height, a picture is no photograph but a long sheet to be scrolled. */
const sheetRatio = 2.5

export type Ending = 'jpg' | 'png' | 'gif'

/** A picture as it was kept: sizes in bytes and pixels; `names` are all its files, the picture itself first. */
export interface Kept {
  readonly names: readonly [string, ...string[]]
  readonly size: number
  readonly width: number
  readonly height: number
}

const million = (pixels: number) => `${pixels / 10_000} 万像素`

/** How many points of eight bits a picture takes apart. */
const weightIn = ({ width, height, pageHeight = height, pages = 1, depth }: Metadata): number =>
  width * pageHeight * pages * (depth === 'uchar' ? 1 : 2)

/** Looks at what a picture says of itself, before any of it is drawn. The library's own limit is for one frame. */
function refuseEndless(metadata: Metadata, whose: Whose): void {
  const { width, height, pageHeight = height, pages = 1, format } = metadata
  const { drawing, animation } = bounds[whose]
  const pixels = width * pageHeight * pages
  if (pages === 1 && pixels > pixelsMax)
    throw new Refused('TOO_LARGE', `图片的宽 × 高不能超过 ${million(pixelsMax)}，请缩小后再上传`)
  if (pages === 1 && format !== 'jpeg' && weightIn(metadata) > drawing)
    throw new Refused(
      'TOO_LARGE',
      `${format === 'gif' ? 'GIF' : 'PNG'} 图片的宽 × 高不能超过 ${million(drawing)}，每种颜色 16 位的不能超过 ${million(drawing / 2)}，请缩小，或另存为 JPG 后再上传`,
    )
  if (pages > 1 && (pages > framesMax || pixels > animation))
    throw new Refused(
      'TOO_LARGE',
      `动画图片不能超过 ${framesMax} 帧，各帧合计不能超过 ${million(animation)}，请缩小或减少帧数后再上传`,
    )
}

/**
 * What a camera makes is far larger than any page shows it. A long sheet is measured by its width alone, else its words could no
 * longer be read; an animation stays as it is.
 */
function fitted(image: Sharp, { autoOrient, pages = 1 }: Metadata, longest: number): Sharp {
  if (pages > 1) return image
  const sheet = autoOrient.height > autoOrient.width * sheetRatio
  return image.resize({
    width: longest,
    ...(!sheet && { height: longest }),
    fit: 'inside',
    withoutEnlargement: true,
  })
}

const formats: Readonly<Record<Ending, (image: Sharp) => Sharp>> = {
  jpg: (image) => image.jpeg({ quality: 88 }),
  png: (image) => image.png(),
  // the colours of an animation are looked for less long: a third of the time
  gif: (image) => image.gif({ effort: 3 }),
}
const drawn = (image: Sharp, ending: Ending, whose: Whose) =>
  formats[ending](image.timeout({ seconds: bounds[whose].seconds }))
/** What the library says of a picture that was not done in its time. */
const isLate = (error: unknown) => error instanceof Error && /^timeout: /.test(error.message)

/** The image library, told to keep nothing and to work on one thread: pictures come one after the other, and the memory goes back. */
async function library() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** What a picture says of itself, and the points that it is drawn from. */
async function lookedAt(from: string, ending: Ending, whose: Whose) {
  const sharp = await library()
  const points = bare[ending](await readFile(from))
  // by a reader without the limit, so that what is over it is refused by name
  const metadata = await sharp(points, { limitInputPixels: false, animated: ending === 'gif' }).metadata()
  refuseEndless(metadata, whose)
  return { points, metadata }
}

/**
 * How much work a stranger's picture is, in points of eight bits.
 * @throws Refused TOO_LARGE where it is too much, another Error where it is broken
 */
export const weightOf = async (from: string, ending: Ending): Promise<number> =>
  weightIn((await lookedAt(from, ending, 'strangers')).metadata)

/**
 * Draws a picture anew, which drops whatever else the file carried, upright and at most `longest` pixels on its longer side;
 * beside a wide one, smaller ones for small screens.
 * @param stem the name without width and ending
 * @param smaller no page shows it: it is kept in one size
 * @throws Refused TOO_LARGE where it is too large to be drawn, another Error where it is broken
 */
export async function keepPicture(
  from: string,
  folder: string,
  stem: string,
  ending: Ending,
  longest: number,
  smaller: 'for pages' | 'none' = 'for pages',
  whose: Whose = 'staff',
): Promise<Kept> {
  const sharp = await library()
  const temporary = (name: string) => join(folder, `.${name}.part`)
  const whole = `${stem}.${ending}`
  const made = new Map<string, string>()
  try {
    const { points, metadata } = await lookedAt(from, ending, whose)
    const image = sharp(points, { limitInputPixels: pixelsMax, animated: ending === 'gif', failOn: 'error' })
    made.set(whole, whole)
    const info = await drawn(fitted(image.autoOrient(), metadata, longest), ending, whose).toFile(temporary(whole))
    const widths = ending === 'gif' || smaller === 'none' ? [] : widthsBelow(info.width)
    const name = ending === 'gif' ? whole : pictureName(stem, info.width, ending)
    made.set(whole, name)
    for (const width of widths) {
      const smaller = `${stem}-${width}.${ending}`
      made.set(smaller, smaller)
      await drawn(sharp(temporary(whole)).resize({ width }), ending, whose).toFile(temporary(smaller))
    }
    const mode = fileModeIn(folder)
    for (const [part, final] of made) {
      await chmod(temporary(part), mode)
      await rename(temporary(part), join(folder, final))
    }
    const names = [name, ...widths.map((width) => `${stem}-${width}.${ending}`)] as [string, ...string[]]
    return { names, size: info.size, width: info.width, height: info.pageHeight ?? info.height }
  } catch (error) {
    for (const [part, final] of made) {
      await rm(temporary(part), { force: true })
      await rm(join(folder, final), { force: true })
    }
    if (isLate(error)) throw new Refused('TOO_LARGE', '图片过于复杂，没有在规定的时间内处理完，请缩小后再上传')
    throw error
  }
}
