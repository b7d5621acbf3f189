import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  await admin.call('dept.save', { name: '城管局' })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})

test('a proposal goes its way by commands: handed in, filed, handed on, answered, sent and rated; what is late ends with another code', async () => {
  const run = async (line: string) => {
    const done = await home.xzx(line)
    expect(done.code, `${line}\n${done.err}`).toBe(0)
    return done.out
  }
  const title = '关于改善停车条件的提案'
  await run(
    `proposal add --title ${title} --type 个人提案 --class 城乡建设 --open-flag 公开 --content 建议错时开放车位`,
  )
  const id = (await run('proposal mine --format ids')).trim()
  expect(JSON.parse(await run('proposal overdue --json'))).toMatchObject({ list: [], total: 0 })
  await run(`proposal file ${id} --yes`)
  await run(`proposal forward ${id} --dept 城管局 --remarks 请会商`)
  // what is kept says what handing it in needs
  const kept = await home.xzx(`proposal answer ${id} --dept 城管局 --content 正在会商`)
  const handIn = `xzx proposal answer ${id} --dept 城管局 --outcome … --unit-open … --done 提交`
  expect([kept.code, `${kept.out}${kept.err}`]).toEqual([
    0,
    expect.stringMatching(`${handIn}；--outcome 是办理结果，可以填：已经解决或采纳、.*留作参考`),
  ])
  await run(
    `proposal answer ${id} --dept 城管局 --content 已开放六个大院 --outcome 已经解决或采纳 --unit-open 公开 --done 提交`,
  )
  await run(`proposal deliver ${id} --yes`)
  await run(`proposal rate ${id} --rating 满意`)
  await run(`proposal publish ${id} --yes`)
  expect(await run(`proposal show ${id}`)).toContain('已开放六个大院')
  expect(await run('proposal stats --by 主办单位 --format csv')).toContain('城管局')
  const file = join(home.dir, '答复函.docx')
  await run(`proposal letter ${id} --out ${file}`)
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
  await run(`proposal add --title ${title} --type 个人提案 --class 其他 --open-flag 公开 --content 内容`)
  const late = (await run('proposal mine --state 待审查 --format ids')).trim()
  await run(`proposal file ${late} --yes`)
  await run(`proposal forward ${late} --dept 城管局`)
  await server.parts.db.write.updateTable('proposal').set({ due: 1 }).where('id', '=', Number(late)).execute()
  const overdue = await home.xzx('proposal overdue --all --format ids')
  expect([overdue.code, overdue.out.trim()]).toEqual([7, late])
  expect(overdue.err).toContain('1 件提案已超期')
})
