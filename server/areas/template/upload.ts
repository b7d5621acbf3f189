import { readFile } from 'node:fs/promises'
import { endingOf, isTextFile, skinLimits } from '../../../core/domain/skin-files.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import type { Upload } from '../../http/form.ts'
import type { Content } from '../../site/skin-files.ts'
import { bare } from '../file/bare.ts'
import { imageEnding } from '../file/store.ts'
import { fileOfUrl } from './fit.ts'
import { fileRow } from './read.ts'
import { type Tried, tryChanges, writeTried } from './write.ts'

/** Files of skins that come as files. */

/** A picture by what it begins with, without what cameras and programs say beside its points. */
function pictureOf(path: string, bytes: Buffer): Buffer {
  const ending = imageEnding(bytes)
  if (ending === undefined || ending !== endingOf(path))
    throw new Refused('BAD_INPUT', '内容与文件名的后缀不符：皮肤中的图片只支持 png、jpg、gif 和 svg')
  return bare[ending](bytes)
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    throw new Refused('BAD_INPUT', '文件不是 UTF-8 文本')
  }
}

/** Judges a file and tries the skin with it. @throws Refused */
export async function tryUpload(
  ctx: Ctx,
  fileUrl: string,
  upload: Upload,
): Promise<{ fileName: string; ready: Tried }> {
  const name = upload.originalName.toLowerCase()
  const { skin, path } = await fileOfUrl(ctx, fileUrl, name)
  const most = isTextFile(path) ? skinLimits.text * 4 : skinLimits.picture
  if (upload.size > most) throw new Refused('TOO_LARGE', `皮肤文件「${path}」不能超过 ${Math.floor(most / 1024)} KB`)
  const bytes = await readFile(upload.path)
  const content: Content = isTextFile(path) ? textOf(bytes) : pictureOf(path, bytes)
  const fileName = `${skin}/${path}`
  return { fileName, ready: await tryChanges(ctx, [{ fileName, content, act: 'upload' }]) }
}

/** Stores what was tried. */
export async function uploaded(ctx: Ctx, { fileName, ready }: { fileName: string; ready: Tried }) {
  await writeTried(ctx, ready)
  const { name, size, version } = await fileRow(ctx, fileName)
  return { newFileName: name, fileName, size, version }
}
