import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, extname, relative, resolve } from 'node:path'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../context.ts'
import { withAddresses } from './html.ts'
import { CutOff } from './send.ts'

/** Pictures that lie beside a web page: what the page calls them, and where they are. */
export type Pictures = ReadonlyMap<string, string>

const endings = new Set(['.jpg', '.jpeg', '.png', '.gif'])

/** Nothing outside the folder that is imported goes to the server, whatever a page says. */
const isWithin = (folder: string, path: string) => !relative(folder, path).startsWith('..')

const decoded = (address: string) => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** The pictures that are there, of those that a page names. @param folder the one that is imported */
export async function picturesBeside(page: string, folder: string, named: readonly string[]): Promise<Pictures> {
  const found = new Map<string, string>()
  for (const address of named) {
    const path = resolve(dirname(page), decoded(address.split(/[?#]/)[0] ?? ''))
    if (!endings.has(extname(path).toLowerCase()) || !isWithin(folder, path)) continue
    if (
      await stat(path).then(
        (s) => s.isFile(),
        () => false,
      )
    )
      found.set(address, path)
  }
  return found
}

/** What is told of pictures that an article goes without. */
export const lostPictures = (count: number, why: string): string => `${count} 张图片没有上传：${why}`

/** Uploads the pictures of an article that was saved, and writes their addresses into its text; each file once. */
export async function openPictures(ctx: Context) {
  const { uploadName } = await ctx.client('file')
  const { update } = await ctx.client('article')
  const known = new Map<string, Promise<string>>()
  const upload = async (path: string): Promise<string> => {
    const file = new File([await openAsBlob(path)], basename(path))
    return (await uploadName({ type: 'image', file })).url
  }
  const addressOf = (path: string): Promise<string> => {
    const before = known.get(path)
    if (before) return before
    const coming = upload(path)
    known.set(path, coming)
    return coming
  }

  /** @returns what is to be said of it; '' where all is well */
  return async (articleId: string, html: string, pictures: Pictures): Promise<string> => {
    const addresses = new Map<string, string>()
    const refused: string[] = []
    try {
      for (const [name, path] of pictures)
        await addressOf(path).then(
          (url) => addresses.set(name, url),
          (error: unknown) => {
            if (!(error instanceof ApiError) || error.kind !== 'refused') throw error
            refused.push(error.message)
          },
        )
      if (addresses.size > 0) await update({ articleId, content: withAddresses(html, addresses) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // the article is there: a line that is sent again would be skipped, and stay without them
      if (error.kind === 'session') throw new CutOff(error)
      return lostPictures(pictures.size, error.message)
    }
    return refused.length > 0 ? lostPictures(refused.length, refused[0] as string) : ''
  }
}
