import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, named, row, text, words } from './shared.ts'

/** Limits of uploads (main-console §5; ambiguities 13): exactly the limit passes. */
export const imageBytesMax = 10 * 1024 * 1024
export const videoBytesMax = 200 * 1024 * 1024

export const oneFile = z.custom<Blob>((value) => typeof value === 'object' && value !== null).meta({ title: '文件' })
const someFiles = z
  .custom<Blob | readonly Blob[]>((value) => typeof value === 'object' && value !== null)
  .meta({ title: '文件' })

/** An uploaded file as replies show it; sizes in bytes and pixels. */
export const uploadRow = row({
  newFileName: z.string().meta({ title: '文件名' }),
  url: z.string().meta({ title: '地址' }),
  kind: words('种类'),
  size: count('大小', '字节'),
  width: count('宽', '像素'),
  height: count('高', '像素'),
})

/** A file of the site's skin by its path there; of another one with its name before it. */
const fileUrl = named(text('皮肤中的文件', 200, 1), {
  title: '皮肤中的文件',
  maxLength: 200,
  sample: 'assets/logo.png',
})
/** A file of a skin as it was stored. */
export const skinUploadRow = row({
  newFileName: z.string().meta({ title: '文件名' }),
  fileName: z.string().meta({ title: '皮肤文件' }),
  size: count('大小', '字节'),
  version: count('版本'),
})

/** Files that staff upload (main-console §5, §7). */
export const file = {
  uploadName: endpoint({
    method: 'POST',
    path: '/api/file/upload/name',
    send: 'form',
    at: { type: 'query', file: 'file' },
    input: z.object({ type: text('类型', 30, 1), file: oneFile }),
    output: uploadRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor', 'staff', 'reporter'],
    says: '上传图片或视频',
  }),
  uploadsName: endpoint({
    method: 'POST',
    path: '/api/file/uploads/name',
    send: 'form',
    at: { type: 'query', file: 'file' },
    input: z.object({ type: text('类型', 30).nullish(), file: someFiles }),
    output: z.array(uploadRow),
    effect: 'write',
    access: { like: 'file_uploadName' },
    says: '上传多个图片或视频',
  }),
  del: endpoint({
    method: 'POST',
    path: '/api/file/del',
    send: 'query',
    input: z.object({
      name: named(text('文件名', 200, 1), { title: '文件名', maxLength: 200, sample: '20261123-1.jpg' }),
      type: named(text('类型', 30, 1), { title: '类型', maxLength: 30, sample: 'image' }),
    }),
    output: row({ name: words('文件名') }),
    effect: 'write',
    access: { like: 'file_uploadName' },
    says: '删除一个没有页面和文章使用的图片或视频',
    tells: '删除图片或视频{}',
  }),
  uploadArticleTem: endpoint({
    method: 'POST',
    path: '/api/file/upload/article/tem',
    send: 'form',
    at: { fileUrl: 'header', file: 'file' },
    input: z.object({ fileUrl, file: oneFile }),
    output: skinUploadRow,
    effect: 'write',
    access: { like: 'template_writeFileContent' },
    about: 'skinFile',
    says: '上传皮肤文件：模板、样式或图片；检查通过才保存',
    tells: '上传皮肤文件{}',
  }),
  deleteArticleTem: endpoint({
    method: 'POST',
    path: '/api/file/delete/article/tem',
    send: 'query',
    input: z.object({ fileUrl }),
    output: row({ fileName: words('皮肤文件') }),
    effect: 'write',
    access: { like: 'template_writeFileContent' },
    about: 'skinFile',
    says: '删除自建的皮肤文件',
    tells: '删除皮肤文件{}',
  }),
}
