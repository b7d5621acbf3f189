import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { oneFile } from './file.ts'
import { choice, filter, int, row, sampled, text, words } from './shared.ts'

/** What the editor asks for, by its own names. */
export const editorActions = {
  config: '读取设置',
  uploadimage: '上传图片',
  uploadscrawl: '上传涂鸦',
  uploadvideo: '上传视频',
  uploadfile: '上传文件',
  catchimage: '抓取外部图片',
  listimage: '列出图片',
  listfile: '列出视频',
} as const
export type EditorAction = keyof typeof editorActions

/** Of a drawing, in bytes; it comes as text (base64), a third longer, and no body of names and values is longer than 2 MB. */
export const scrawlBytesMax = 1_400_000
const scrawlMax = 1_900_000
/** So many pictures are brought by one request. */
export const caughtMax = 20
const addresses = z
  .union([text('图片地址', 2000), z.array(text('图片地址', 2000)).max(caughtMax, `一次最多 ${caughtMax} 个`)])
  .meta({ title: '图片地址' })

const asked = z.object({
  /** Other servers read theirs from a file of this name; ours stands in the program. */
  jsonConfig: filter(text('设置', 200)),
  action: filter(choice('动作', editorActions)),
  start: filter(int('从第几个起', 0, 1_000_000_000)),
  /** How many are to be listed; the forms of uploads send the size of their file by that name. */
  size: filter(int('个数', 0, Number.MAX_SAFE_INTEGER)),
  source: filter(addresses),
  upfile: filter(text('涂鸦', scrawlMax)),
  file: oneFile.nullish(),
})

/** `state` is SUCCESS, or what is wrong in words: the editor shows it. */
const answered = z.record(z.string(), z.unknown())

const form = {
  send: 'form',
  at: { jsonConfig: 'query', action: 'query', start: 'query', size: 'query', file: 'file' },
  bodyOptional: true,
  urlencoded: true,
  wire: { source: 'source[]' },
  input: asked,
  output: answered,
  reply: 'raw',
  effect: 'write',
  access: { like: 'file_uploadName' },
  pass: true,
  says: '编辑器（UEditor）上传、列出图片和视频',
  tells: '在编辑器上传图片或视频',
  about: 'file',
} as const

/** UEditor's server protocol, for programs that edit with it (main-console §7, other-calls §7). */
export const editor = {
  ueConfig: endpoint({
    method: 'GET',
    path: '/api/article/ueConfig',
    send: 'query',
    input: z.object({ jsonConfig: text('设置', 200), action: sampled(text('动作', 30), 'config') }),
    output: answered,
    reply: 'raw',
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '编辑器打开时读取上传的格式和大小限制，不含数据',
    says: '编辑器（UEditor）的设置',
  }),
  ueConfigPost: endpoint({ ...form, method: 'POST', path: '/api/article/ueConfig' }),
  exec: endpoint({ ...form, method: 'ANY', path: '/sys/ueditor/exec' }),
  pass: endpoint({
    method: 'POST',
    path: '/x/editor/pass',
    send: 'none',
    own: true,
    input: z.object({}),
    output: row({
      pass: z.string().meta({ title: '凭证' }),
      serverUrl: z.string().meta({ title: '编辑器的 serverUrl' }),
      expiresAt: words('失效时间'),
    }),
    effect: 'read',
    access: { like: 'file_uploadName' },
    says: '取得编辑器（UEditor）的上传凭证',
  }),
}
