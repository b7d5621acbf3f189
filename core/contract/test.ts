import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { filter, id, idText, row, when } from './shared.ts'

/** Answers whoever connects a system: that the server is reached, what was sent, and what time it has (other-calls §7). */
const echo = {
  method: 'POST',
  send: 'body',
  bodyOptional: true,
  at: { id: 'query' },
  input: z.object({ id: filter(id()) }),
  output: row({ id: idText().nullable(), time: when('服务器时间') }),
  effect: 'read',
  repeat: true,
  access: 'public',
  open: '对接的系统试一试能否连上，什么也读不到',
} as const

export const test = {
  get: endpoint({ ...echo, path: '/test/get', says: '连接测试' }),
  bGet: endpoint({ ...echo, path: '/test/b/get', says: '连接测试（另一地址）', verb: false }),
}
