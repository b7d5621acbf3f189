import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { imageBytesMax } from '../../core/contract/file.ts'
import { uploadSays } from '../../core/text.ts'
import { outsideBy, outsideSays } from './outside.ts'

/** Brings a picture of another site, that one of an article's text may be our own. */
export interface PicturePort {
  /**
   * Writes what an address answers to a file, whatever it is: who stores it looks at its content.
   * @param to the path of the file, which is not there yet
   * @returns its size in bytes, or in words why it was not brought; there is no file then
   */
  bring(url: string, to: string): Promise<number | { readonly refused: string }>
}

const waitMs = 20_000
class TooLarge extends Error {}

/** The body as it comes, until it is more than a picture may be. */
async function* bounded(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > imageBytesMax) throw new TooLarge()
    yield chunk
  }
}

/** Pictures are brought from outside addresses alone. XZX_PICTURE_NETS names inner networks from which they may come too. */
export function picturesFrom(env: NodeJS.ProcessEnv): PicturePort {
  const outside = outsideBy({
    allowed: ['XZX_PICTURE_NETS', env.XZX_PICTURE_NETS],
    agent: 'xzx-pictures',
    accept: 'image/*',
    waitMs,
  })
  return {
    async bring(url, to) {
      try {
        const { statusCode, body } = await outside.ask(url, AbortSignal.timeout(waitMs))
        if (statusCode !== 200) {
          body.on('error', () => {}).destroy()
          return { refused: `答复 HTTP ${statusCode}` }
        }
        const file = createWriteStream(to, { flags: 'wx', mode: 0o600 })
        await pipeline(bounded(body), file)
        return file.bytesWritten
      } catch (error) {
        await rm(to, { force: true })
        if (error instanceof TooLarge) return { refused: uploadSays.imageSize }
        if ((error as { code?: string }).code === 'ENOSPC') throw error
        return {
          refused: outsideSays(error, {
            waitMs,
            inner: '指向内部地址，不抓取',
            nowhere: '域名没有解析到可以抓取的地址',
          }),
        }
      }
    },
  }
}
