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

test('计划任务 are listed, run, paused and resumed by command', async () => {
  const rows = JSON.parse((await home.xzx('schedule list --json')).out)
  expect(rows.map(({ title }: { title: string }) => title)).toEqual([
    ...['更新网站', '留存日志锚点', '清理过期数据', '定时生成全站'],
  ])
  const done = JSON.parse((await home.xzx('schedule run --name 清理过期数据 --json')).out)
  expect(done).toMatchObject({ scope: '清理过期数据', state: 'done', says: '没有要做的' })
  expect(JSON.parse((await home.xzx('schedule pause --name clean --json')).out)).toMatchObject({ state: 'paused' })
  expect((await home.xzx('schedule list')).out).toContain('已暂停')
  expect(JSON.parse((await home.xzx('schedule resume --name clean --json')).out)).toMatchObject({ state: 'on' })
  expect(await home.xzx('schedule pause --name anchor')).toMatchObject({ code: 1 })
  expect(await home.xzx('schedule run --name nothing')).toMatchObject({ code: 2 })
  expect((await home.xzx('schedule jobs')).out).toContain('清理过期数据')
  expect((await home.xzx('schedule jobs --all')).out).toContain('清理过期数据')
  expect(await home.xzx('schedule cancel 987654 --yes')).toMatchObject({ code: 1 })
  const before = (await home.xzx('schedule jobs --format count')).out
  expect(await home.xzx('schedule run --name clean --dry-run')).toMatchObject({ code: 0 })
  expect((await home.xzx('schedule jobs --format count')).out).toBe(before)
})
