import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { oneFile } from './file.ts'
import { attachmentRow } from './files.ts'
import { id, text } from './shared.ts'

/** Files that belong to rows, and are read by whoever may read the row. */
export const attachment = {
  upload: endpoint({
    method: 'POST',
    path: '/x/attachment/upload',
    send: 'form',
    at: { to: 'query', file: 'file' },
    own: true,
    input: z.object({ to: text('用于', 40, 1), file: oneFile }),
    output: attachmentRow,
    effect: 'write',
    access: 'login',
    forScripts: true,
    says: '上传附件',
    tells: '上传附件{}',
  }),
  get: endpoint({
    method: 'POST',
    path: '/x/attachment/get',
    send: 'query',
    own: true,
    input: z.object({ id: id('附件') }),
    output: z.string(),
    reply: 'file',
    effect: 'read',
    repeat: true,
    access: 'login',
    forScripts: true,
    says: '下载附件',
    tells: '下载附件{}',
  }),
}
