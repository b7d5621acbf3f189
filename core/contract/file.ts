import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, row, text, words } from './shared.ts'

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
}
