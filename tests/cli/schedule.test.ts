import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Work, works } from '../../server/jobs/works.ts'
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
    ...[
      '定时发布和下架',
      '问卷定时开始和结束',
      '更新网站',
      '核实下线',
      '检查链接',
      '留存日志锚点',
      '核对操作日志',
      '清理过期数据',
      '定时生成全站',
      '检测网站',
      '核对合规指标',
      '定时备份',
      '归档操作日志',
      '发送消息提醒',
      '重新计算期限',
      '生成文章语音',
    ],
  ])
  const done = JSON.parse((await home.xzx('schedule run 清理过期数据 --json')).out)
  expect(done).toMatchObject({ scope: '清理过期数据', state: 'done', says: '没有要做的' })
  expect(JSON.parse((await home.xzx('schedule pause clean --json')).out)).toMatchObject({ state: 'paused' })
  expect((await home.xzx('schedule list')).out).toContain('已暂停')
  expect(JSON.parse((await home.xzx('schedule resume clean --json')).out)).toMatchObject({ state: 'on' })
  expect(await home.xzx('schedule pause anchor')).toMatchObject({ code: 1 })
  expect(await home.xzx('schedule run nothing')).toMatchObject({ code: 2 })
  expect((await home.xzx('schedule jobs')).out).toContain('清理过期数据')
  expect((await home.xzx('schedule jobs --all')).out).toContain('清理过期数据')
  expect(await home.xzx('schedule cancel 987654 --yes')).toMatchObject({ code: 1 })
  const before = (await home.xzx('schedule jobs --format count')).out
  const dry = await home.xzx('schedule run clean --dry-run')
  expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('试运行，没有作任何修改；执行后会得到：')])
  expect(dry.out).toContain('清理过期数据')
  expect((await home.xzx('schedule pause clean --dry-run --format table')).out).toContain('已暂停')
  expect((await home.xzx('schedule list')).out).not.toContain('已暂停')
  expect((await home.xzx('schedule jobs --format count')).out).toBe(before)
})

const clean = works.clean
const held = works as Record<string, Work>
afterEach(() => {
  held.clean = clean
})

test('a work that fails ends the command by its error, in JSON, quietly and by the raw call too', async () => {
  held.clean = {
    ...clean,
    run: async () => {
      throw new Error('表 session 被锁住')
    },
  }
  const json = await home.xzx('schedule run clean --format json')
  expect(json.code).toBe(1)
  expect(JSON.parse(json.out)).toMatchObject({ state: 'failed', says: expect.stringContaining('被锁住') })
  expect(JSON.parse(json.err)).toMatchObject({
    error: { code: 'JOB_FAILED', message: '「清理过期数据」未能完成：表 session 被锁住' },
  })
  const quiet = await home.xzx('schedule run clean -q')
  expect(quiet).toMatchObject({ code: 1, err: expect.stringContaining('「清理过期数据」未能完成') })
  expect(quiet.out).toContain('有失败')
  expect(await home.xzx('api schedule.run --body {"name":"clean"}')).toMatchObject({ code: 1 })
  expect(await home.xzx('schedule run clean --dry-run')).toMatchObject({
    code: 0,
    err: expect.not.stringContaining('仍在进行'),
  })
})

test('a work that somebody else does at the moment is told apart from one that fails', async () => {
  let go = () => {}
  const released = new Promise<void>((resolve) => {
    go = resolve
  })
  let begun = () => {}
  const first = new Promise<void>((resolve) => {
    begun = resolve
  })
  held.clean = {
    ...clean,
    run: async () => {
      begun()
      await released
      return { state: 'done', says: '做完' }
    },
  }
  const own = home.xzx('schedule run clean --json')
  await first
  const skipped = await home.xzx('schedule run clean --format json')
  expect(skipped).toMatchObject({ code: 75, out: '' })
  expect(JSON.parse(skipped.err)).toMatchObject({ error: { code: 'ALREADY_RUNNING' } })
  go()
  expect(await own).toMatchObject({ code: 0 })
})

test('a work is named by its word or its name, which help tells', async () => {
  const help = (await home.xzx('schedule run --help')).out
  expect(help).toContain('schedule run [选项] [计划任务]')
  expect(help).toMatch(/参数：\n.*清理过期数据/)
  expect((await home.xzx('schedule run 清理 --dry-run')).err).toContain('计划任务 无效：清理')
  expect((await home.xzx('schedule run')).err).toContain('缺少计划任务（2）')
})
