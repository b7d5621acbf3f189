import { existsSync } from 'node:fs'
import { join } from 'node:path'
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

test('products, projects and celebrities are added, published, withdrawn and exported by commands', async () => {
  const made = async (line: string) => JSON.parse((await home.xzx(`${line} --json`)).out).id as string
  const product = await made('product add --title 核桃油 --money 1.25 --money-company 亿元')
  expect((await home.xzx(`product publish ${product} --yes`)).code).toBe(0)
  expect((await home.xzx('product public --format table')).out).toContain('1.25 亿元')
  expect((await home.xzx(`product withdraw ${product} --preset 1 --yes`)).code).toBe(0)
  const person = await made('celebrity add --title 孟青山 --field 文化艺术')
  expect((await home.xzx(`celebrity export ${person} --out 孟青山.docx`)).code).toBe(0)
  expect(existsSync(join(home.dir, '孟青山.docx'))).toBe(true)
  expect((await home.xzx('export celebrity --out - --format csv')).out).toContain('文化艺术')
  const project = await made('industrial-project save --title 光伏 --industry 新能源 --content 屋顶')
  expect((await home.xzx(`industrial-project reject ${project} --preset 1 --yes`)).code).toBe(0)
  expect((await home.xzx('industrial-project list --status 不予公布 --format count')).out).toBe('1\n')
})
