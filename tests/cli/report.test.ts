import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { makeColumn, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let unit: CliHome
let desk: CliHome
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  const column = await makeColumn(server, '部门动态')
  const { id: dept } = (await admin.call('dept.save', { name: '水利局', isCount: 1 })).value
  const writer = await server.person({ roles: ['reporter'], deptId: Number(dept), columns: [column] })
  unit = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: writer.token } })
  desk = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  unit.remove()
  desk.remove()
  await server.close()
})

test('what a unit reports is written, handed in, judged, adopted and counted by command', async () => {
  expect((await unit.xzx('report may')).out).toContain('部门动态')
  const wrote = await unit.xzx('report add --title 水库检查 --content <p>三座</p> --column 部门动态 --json')
  const { id } = JSON.parse(wrote.out)
  expect((await unit.xzx('report mine --status 草稿 --format count')).out).toBe('1\n')
  expect((await desk.xzx('report list --format count')).out).toBe('0\n')
  expect(await unit.xzx(`report submit ${id} --yes`)).toMatchObject({ code: 0 })
  expect((await desk.xzx('report list --status 待审核')).out).toContain('水库检查')
  expect((await desk.xzx(`report audit ${id} --verdict 退回 --yes`)).code).not.toBe(0)
  expect(await desk.xzx(`report audit ${id} --verdict 退回 --reason 要素不全 --yes`)).toMatchObject({ code: 0 })
  expect((await unit.xzx(`report edit ${id} --title 汛前水库检查`)).code).toBe(0)
  await unit.xzx(`report submit ${id} --yes`)
  const adopted = await desk.xzx(`report adopt ${id} --column 部门动态 --extra 3 --yes --json`)
  expect(JSON.parse(adopted.out)).toMatchObject({ points: 9, articleTitle: '汛前水库检查' })
  expect((await desk.xzx('report ranking')).out).toContain('水利局\t1\t0\t1\t0\t9')
  const out = join(desk.dir, '排名.xlsx')
  expect(await desk.xzx(`export report-ranking --out ${out}`)).toMatchObject({ code: 0 })
  expect(readFileSync(out).subarray(0, 2).toString()).toBe('PK')
  const paper = join(desk.dir, '通报.docx')
  expect(await desk.xzx(`report circular 2026-11 --out ${paper}`)).toMatchObject({ code: 0 })
  expect(readFileSync(paper).subarray(0, 2).toString()).toBe('PK')
  expect((await desk.xzx('report circular 十一月')).code).toBe(2)
  const other = JSON.parse((await unit.xzx('report add --title 草稿 --content <p>甲</p> --json')).out)
  expect(await unit.xzx(`report del ${other.id} --yes --format count`)).toMatchObject({ code: 0, out: '1\n' })
})
