import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '../support/server.ts'
import { sharedHome } from '../support/set-up.ts'

const server = await startServer()
afterAll(() => server.close())
const admin = await server.person({ roles: ['admin'] })
const home = sharedHome({ XZX_SERVER: server.url, XZX_TOKEN: admin.token })

test('anchors are read from files as the systems write them, and a file that is none is named', async () => {
  await admin.call('hot.add', { name: '供暖' })
  const { line } = (await admin.call('log.anchor')).value
  const text = `\uFEFF${line}\r\n`
  writeFileSync(join(home.dir, 'a.txt'), text)
  writeFileSync(join(home.dir, 'b.txt'), text, 'utf16le')
  for (const name of ['a.txt', 'b.txt']) {
    const ran = await home.xzx(`log verify --anchor ${name} --json`)
    expect([ran.code, ran.json()], name).toEqual([0, expect.objectContaining({ whole: true, anchors: 1 })])
  }
  mkdirSync(join(home.dir, 'folder'))
  for (const [name, words] of [
    ['none.txt', '没有这个文件'],
    ['folder', '这是目录'],
  ]) {
    const ran = await home.xzx(`log verify --anchor ${name}`)
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(`${join(home.dir, name as string)}：${words}`)])
  }
})

test('log accept: what a record would not mend is told, and nothing is asked or written', async () => {
  const { db, dataDir } = server.parts
  const head = () => db.write.selectFrom('logHead').selectAll().executeTakeFirstOrThrow()
  const line = `log accept --data ${dataDir} --reason 快照`
  const fits = await home.xzx(line, { tty: ['stdin', 'stderr'] })
  expect([fits.code, fits.err]).toEqual([0, '日志与锚点相符，没有需要记录的\n'])
  const before = await head()
  await db.write.updateTable('log').set({ userName: '别人' }).where('id', '=', 1).execute()
  for (const more of ['', ' --yes', ' --dry-run']) {
    const ran = await home.xzx(line + more, { tty: ['stdin', 'stderr'], stdin: 'y\n' })
    expect([ran.code, ran.err], more).toEqual([
      1,
      expect.stringContaining('日志不完整，没有记录（1）\n原因：第 1 号日志'),
    ])
    expect(ran.err).not.toContain('[y/N]')
  }
  expect(await head()).toEqual(before)
})

test('without a database on this machine: what is missing, by one code for each command', async () => {
  for (const [line, code] of [
    ['log accept --data none --reason 快照 --yes', 'NO_DATA'],
    ['backup --data none --out kept', 'BACKUP'],
  ] as const) {
    const ran = await home.xzx(`${line} --json`)
    const { error } = JSON.parse(ran.err.trim().split('\n').at(-1) as string)
    expect([ran.code, error.code, error.hint]).toEqual([2, code, '用 --data 指定服务的数据目录'])
  }
})

test('the log is counted by day, area, person, outcome, kind, and by what is to be kept an eye on', async () => {
  const { total } = (await admin.call('log.list')).value
  const whole = JSON.parse((await home.xzx('log stats --json')).out)
  expect(whole.total).toBe(total)
  expect(whole.days).toHaveLength(30)
  for (const by of ['day', 'area', 'user', 'kind', 'outcome']) {
    const { list } = JSON.parse((await home.xzx(`log stats --by ${by} --json`)).out)
    expect(
      list.reduce((sum: number, { n }: { n: number }) => sum + n, 0),
      by,
    ).toBe(total)
  }
  const table = await home.xzx('log stats --by mark --format table --since 7d')
  expect(table.out).toMatch(/没有权限[\s\S]*登录被锁定[\s\S]*导出[\s\S]*查看完整个人信息/)
  expect(table.err).toMatch(/共 [\d,]+ 条/)
  const wrong = await home.xzx('log stats --by week')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--by')])
})

test('a file that is no archive is not told as one that was tampered with', async () => {
  writeFileSync(join(home.dir, 'other.txt'), '不是归档')
  writeFileSync(join(home.dir, 'other.gz'), gzipSync('{"rows":1}\n{}\n'))
  const key = { env: { XZX_KEY_FILE: join(home.dir, 'key') } }
  writeFileSync(join(home.dir, 'key'), `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  for (const name of ['other.txt', 'other.gz']) {
    const { code, err } = await home.xzx(`log verify ${name}`, key)
    expect([name, code, err]).toEqual([name, 2, expect.stringContaining('这不是归档文件')])
  }
  // a folder is a slip: its files are to be named
  for (const line of ['log verify .', 'log verify . other.txt']) {
    const { code, err } = await home.xzx(line, key)
    expect([line, code, err]).toEqual([
      line,
      2,
      expect.stringMatching(/这是目录，不是归档文件[\s\S]*写出其中的归档文件[^\n]*log-\*/),
    ])
  }
})

test('a call that does not exist is refused, the command’s own name is told by the call’s', async () => {
  const none = await home.xzx('log list --call nosuch.call')
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('没有接口 nosuch.call')])
  expect((await home.xzx('log stats --call user.state')).err).toContain('user.setState')
  expect((await home.xzx('log list --call user.setState')).code).toBe(0)
})
