import { scrawlBytesMax } from '../../../core/contract/editor.ts'
import { imageBytesMax, videoBytesMax } from '../../../core/contract/file.ts'

const images = ['.png', '.jpg', '.jpeg', '.gif']
const videos = ['.mp4', '.webm']
const shown = { UrlPrefix: '', InsertAlign: 'none' }

/** What the editor is to know of one kind of upload, by the names that it gives them. */
const upload = (kind: string, action: string, field: string, most: number, kinds: readonly string[]) => ({
  [`${kind}ActionName`]: action,
  [`${kind}FieldName`]: field,
  [`${kind}MaxSize`]: most,
  [`${kind}AllowFiles`]: kinds,
  [`${kind}UrlPrefix`]: shown.UrlPrefix,
})
const manager = (kind: string, action: string, kinds: readonly string[]) => ({
  [`${kind}ManagerActionName`]: action,
  [`${kind}ManagerListSize`]: 20,
  [`${kind}ManagerUrlPrefix`]: shown.UrlPrefix,
  [`${kind}ManagerAllowFiles`]: kinds,
})

/** What UEditor reads before all else: under which names it sends what, and what is taken. Documents are no part of a text: they are attachments of the article. */
export const editorConfig: Readonly<Record<string, unknown>> = {
  ...upload('image', 'uploadimage', 'upfile', imageBytesMax, images),
  imageCompressEnable: false,
  imageInsertAlign: shown.InsertAlign,
  ...upload('scrawl', 'uploadscrawl', 'upfile', scrawlBytesMax, images),
  scrawlInsertAlign: shown.InsertAlign,
  snapscreenActionName: 'uploadimage',
  snapscreenUrlPrefix: shown.UrlPrefix,
  snapscreenInsertAlign: shown.InsertAlign,
  ...upload('catcher', 'catchimage', 'source', imageBytesMax, images),
  catcherLocalDomain: [],
  ...upload('video', 'uploadvideo', 'upfile', videoBytesMax, videos),
  ...upload('file', 'uploadfile', 'upfile', videoBytesMax, [...images, ...videos]),
  ...manager('image', 'listimage', images),
  imageManagerInsertAlign: shown.InsertAlign,
  ...manager('file', 'listfile', videos),
}
