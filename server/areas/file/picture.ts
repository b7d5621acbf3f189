import { chmod, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import { pictureName, widthsBelow } from '../../../core/domain/images.ts'
import { Refused } from '../../../core/errors.ts'
import { fileModeIn } from '../../folder/closed.ts'
import { bare } from './bare.ts'

const pixelsMax = 60_000_000
/** Of an animation, all its frames together: each is reduced to its colours by itself, which takes far longer than a photograph. */
const animationMax = 25_000_000
const framesMax = 500
/** No picture within these bounds takes so long, in seconds. */
const drawnWithin = 60
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

/** Looks at what a picture says of itself, before any of it is drawn. The library's own limit is for one frame. */
function refuseEndless({ width, height, pageHeight = height, pages = 1 }: Metadata): void {
  const pixels = width * pageHeight * pages
  if (pages === 1 && pixels > pixelsMax)
    throw new Refused('TOO_LARGE', `图片的宽 × 高不能超过 ${million(pixelsMax)}，请缩小后再上传`)
  if (pages > 1 && (pages > framesMax || pixels > animationMax))
    throw new Refused(
      'TOO_LARGE',
      `动画图片不能超过 ${framesMax} 帧，各帧合计不能超过 ${million(animationMax)}，请缩小或减少帧数后再上传`,
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
const drawn = (image: Sharp, ending: Ending) => formats[ending](image.timeout({ seconds: drawnWithin }))

/** The image library, told to keep nothing and to work on one thread: pictures come one after the other, and the memory goes back. */
async function library() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

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
): Promise<Kept> {
  const sharp = await library()
  const temporary = (name: string) => join(folder, `.${name}.part`)
  const whole = `${stem}.${ending}`
  const made = new Map<string, string>()
  try {
    const points = bare[ending](await readFile(from))
    const image = sharp(points, { limitInputPixels: pixelsMax, animated: ending === 'gif', failOn: 'error' })
    // by a reader without that limit, so that what is over it is refused by name
    const metadata = await sharp(points, { limitInputPixels: false, animated: ending === 'gif' }).metadata()
    refuseEndless(metadata)
    made.set(whole, whole)
    const info = await drawn(fitted(image.autoOrient(), metadata, longest), ending).toFile(temporary(whole))
    const widths = ending === 'gif' || smaller === 'none' ? [] : widthsBelow(info.width)
    const name = ending === 'gif' ? whole : pictureName(stem, info.width, ending)
    made.set(whole, name)
    for (const width of widths) {
      const smaller = `${stem}-${width}.${ending}`
      made.set(smaller, smaller)
      await drawn(sharp(temporary(whole)).resize({ width }), ending).toFile(temporary(smaller))
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
    throw error
  }
}
