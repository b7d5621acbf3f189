import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('content models and their fields are added, listed, changed and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('content-model add --cm-name 规范性文件 --cm-table-name gfxwj --json')).out)
  expect(added).toMatchObject({ cmName: '规范性文件' })
  expect((await home.xzx(`content-model edit ${added.id} --cm-descrip 用于文件栏目`)).code).toBe(0)
  expect((await home.xzx('content-model list')).out).toContain('用于文件栏目')
  const field = ['规范性文件', '--field-type 文本', '--field-tips-name 文号', '--field-field-name wh']
  const one = JSON.parse((await home.xzx(`content-model add-field ${field.join(' ')} --json`)).out)
  expect(one).toMatchObject({ fieldFieldName: 'wh', contentModelId: added.id })
  expect((await home.xzx(`content-model edit-field ${one.id} --required 必填`)).code).toBe(0)
  expect((await home.xzx('content-model fields gfxwj')).out).toContain('必填')
  expect(await home.xzx(`content-model del-field ${one.id} --yes --format count`)).toMatchObject({
    code: 0,
    out: '1\n',
  })
  expect(await home.xzx(`content-model del ${added.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
  expect((await home.xzx('content-model list --format count')).out).toBe('0\n')
})
