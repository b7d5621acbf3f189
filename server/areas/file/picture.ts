import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import { pictureName, widthsBelow } from '../../../core/domain/images.ts'

const pixelsMax = 60_000_000
const framesMax = 1000
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

/** The library's limit is for one frame; an animation is as large as all of them. */
function refuseEndless({ width, height, pageHeight = height, pages = 1 }: Metadata): void {
  if (pages > framesMax || width * pageHeight * pages > pixelsMax) throw new Error('too many frames')
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

const drawn = (image: Sharp, ending: Ending) =>
  image.toFormat(ending === 'jpg' ? 'jpeg' : ending, ending === 'jpg' ? { quality: 88 } : {})

/**
 * Draws a picture anew, which drops whatever else the file carried, upright and at most `longest` pixels on its longer side;
 * beside a wide one, smaller ones for small screens.
 * @param stem the name without width and ending
 * @throws Error where it is broken or too large to be drawn
 */
export async function keepPicture(
  from: string,
  folder: string,
  stem: string,
  ending: Ending,
  longest: number,
): Promise<Kept> {
  const { default: sharp } = await import('sharp')
  const temporary = (name: string) => join(folder, `.${name}.part`)
  const whole = `${stem}.${ending}`
  const made = new Map<string, string>()
  try {
    const image = sharp(from, { limitInputPixels: pixelsMax, animated: ending === 'gif', failOn: 'error' })
    const metadata = await image.metadata()
    refuseEndless(metadata)
    made.set(whole, whole)
    const info = await drawn(fitted(image.autoOrient(), metadata, longest), ending).toFile(temporary(whole))
    const widths = ending === 'gif' ? [] : widthsBelow(info.width)
    const name = ending === 'gif' ? whole : pictureName(stem, info.width, ending)
    made.set(whole, name)
    for (const width of widths) {
      const smaller = `${stem}-${width}.${ending}`
      made.set(smaller, smaller)
      await drawn(sharp(temporary(whole)).resize({ width }), ending).toFile(temporary(smaller))
    }
    for (const [part, final] of made) await rename(temporary(part), join(folder, final))
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
