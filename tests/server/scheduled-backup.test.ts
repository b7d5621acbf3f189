import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackup, readLabel } from '../../server/backup/read.ts'
import { works } from '../../server/jobs/works.ts'
import { cliHome } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
const place = mkdtempSync(join(tmpdir(), 'xzx-test-'))
const out = join(place, 'backups')
beforeAll(async () => {
  server = await startServer('sqlite', { backups: { out, recipients: [] } })
  admin = await server.person({ roles: ['admin'], password: 'old-Passw0rd-1' })
})
afterAll(async () => {
  await server.close()
  rmSync(place, { recursive: true })
})
const listed = async () =>
  (await admin.call('schedule.list')).value.find((row: { name: string }) => row.name === 'backup')
/** A night goes by; the administrator signs in anew. */
async function night() {
  server.clock.now = Date.parse(`${(await listed()).nextAt.replace(' ', 'T')}+08:00`)
  await server.parts.schedule.beat(server.parts)
  admin = await server.person({ roles: ['admin'] })
}
const doctor = async (now = server.clock.now) => {
  const home = cliHome({ env: { XZX_SERVER: server.url } })
  const { account } = await server.person({ roles: ['admin'], password: 'old-Passw0rd-1' })
  await home.xzx(`auth login --user ${account} --password-stdin`, { stdin: 'old-Passw0rd-1' })
  const { code, out } = await home.xzx('doctor', { now })
  home.remove()
  return { code, out, line: out.split('\n').find((one) => one.includes('计划任务')) ?? '' }
}

test('off until a time is chosen; then each night a backup that can be restored, and so many are kept', async () => {
  expect(await listed()).toMatchObject({ state: 'off', nextAt: null })
  const found = await doctor()
  expect(found.line).toContain('没有定时备份')
  // it has a place for them already
  expect(found.out).toContain('xzx setting set backup.daily')
  expect(found.out).not.toContain('--backups')
  const items = [
    { name: 'backup.daily', value: '02:00' },
    { name: 'backup.keep', value: '2' },
  ]
  expect((await admin.call('setting.save', { items })).errorCode).toBe('0')
  await server.parts.schedule.beat(server.parts)
  expect(await listed()).toMatchObject({ state: 'on', rhythm: '每天 02:00' })
  for (let n = 0; n < 3; n += 1) await night()
  expect(await listed()).toMatchObject({
    lastState: 'done',
    lastSays: expect.stringMatching(
      /backups\/xzx-2026112\d-0200：文章 \d+ 篇、文件 \d+ 个，共 .+ MB（压缩前 .+ MB，未加密），删除较早的 1 份$/,
    ),
  })
  const kept = readdirSync(out)
  expect(kept).toHaveLength(2)
  const [first = ''] = kept
  expect(readLabel(join(out, first))).toMatchObject({ encryptedTo: [] })
  const home = cliHome()
  expect((await home.xzx(`restore ${join(out, first)} --check`)).code).toBe(0)
  home.remove()
  expect((await doctor()).line).toMatch(/正常；最近一次备份 2026-11-2.*，共 .+ MB（压缩前 .+，未加密）/)
  const late = await doctor(server.clock.now + 3 * 86_400_000)
  expect(late.line).toMatch(/已超过 2 天没有成功；最近一次备份 2026-11-2/)
})

test('many of one day put out none of another: whoever runs it by hand again and again removes no earlier day’s', async () => {
  const before = readdirSync(out).sort()
  for (let n = 0; n < 4; n += 1) {
    server.clock.now += 60_000
    await works.backup.run(server.parts, { stopped: () => false, progress: () => {} })
  }
  const kept = readdirSync(out)
  // two nights of before: the last of them stays as the day before, beside the newest two
  expect(kept).toContain(before[0])
  expect(kept.length).toBeLessThanOrEqual(4)
})

test('encrypted where the start named a public key, which the list, doctor and the folder tell', async () => {
  const secret = await generateX25519Identity()
  const recipients = [await identityToRecipient(secret)]
  const { backups } = server.parts
  const parts = server.parts as { backups: typeof backups }
  parts.backups = { out, recipients }
  await night()
  expect(await listed()).toMatchObject({ lastState: 'done', lastSays: expect.stringContaining('已加密') })
  expect((await doctor()).line).toMatch(/最近一次备份 .*已加密/)
  const newest = join(out, readdirSync(out).sort().at(-1) ?? '')
  const label = [recipients[0]?.slice(0, 16)]
  expect(readLabel(newest)).toMatchObject({ encryptedTo: label })
  const identities = { file: 'a.key', secrets: [secret], recipients }
  const opened = await openBackup(newest, identities, new AbortController().signal)
  expect(opened.manifest).toMatchObject({ database: 'sqlite', encryptedTo: recipients })
  expect(readdirSync(server.parts.dataDir).filter((name) => name.startsWith('.backup'))).toEqual([])
  parts.backups = backups
})

test('one that fails says why, in the schedule and in doctor, and the next one is tried', async () => {
  const { backups } = server.parts
  const parts = server.parts as { backups: typeof backups }
  parts.backups = { out: join(server.parts.dataDir, 'inside'), recipients: [] }
  await night()
  expect(await listed()).toMatchObject({ state: 'on', lastState: 'failed' })
  expect((await listed()).lastSays).toMatch(/它在数据目录之内.*请换一个目录/)
  expect(existsSync(join(server.parts.dataDir, 'inside'))).toBe(false)
  const seen = await doctor()
  expect([seen.code, seen.line]).toEqual([1, expect.stringContaining('定时备份未能完成：不能备份到')])
  // what there is to fall back on
  const { doneAt, doneSays } = await listed()
  expect(doneSays).toContain('已加密')
  expect(seen.line).toContain(`最近一次备份 ${doneAt}，${doneSays}`)
  parts.backups = null
  await night()
  expect((await listed()).lastSays).toContain('请在启动服务时加 --backups 目录')
  parts.backups = backups
  await night()
  expect(await listed()).toMatchObject({ lastState: 'done' })
})

test('one without the key is told as failed, and puts out none of before: nobody could restore it', async () => {
  const key = join(server.parts.dataDir, 'key')
  renameSync(key, `${key}.away`)
  const before = readdirSync(out)
  await night()
  expect(await listed()).toMatchObject({ lastState: 'failed', lastSays: expect.stringContaining('没有找到密钥文件') })
  for (const name of before) expect(readdirSync(out)).toContain(name)
  renameSync(`${key}.away`, key)
  await night()
  expect(await listed()).toMatchObject({ lastState: 'done' })
})

test('one whose process was gone before its end is told as that, until the next one', async () => {
  const { write } = server.parts.db
  const startedAt = server.clock.now + 1000
  const values = { kind: 'work', scope: '定时备份', alone: 'work backup', state: 'running', holder: '1-other' }
  await write
    .insertInto('job')
    .values({ ...values, leaseUntil: 1, startedAt, total: 0, finished: 0, byId: null, byName: '系统' })
    .execute()
  expect(await listed()).toMatchObject({
    lastState: 'lost',
    lastSays: '运行时服务停止，没有做完',
    doneAt: expect.any(String),
  })
  const seen = await doctor()
  expect([seen.code, seen.line]).toEqual([
    1,
    expect.stringMatching(/定时备份未能完成：运行时服务停止.*最近一次备份 2026/),
  ])
  await night()
  expect(await listed()).toMatchObject({ lastState: 'done' })
  expect((await doctor()).line).toContain('正常')
})

test('a place that is gone, cannot be written, or a backup that was moved away: doctor says so', async () => {
  const { backups } = server.parts
  const parts = server.parts as { backups: typeof backups }
  const newest = join(out, readdirSync(out).sort().at(-1) ?? '')
  renameSync(newest, join(place, 'moved'))
  expect((await doctor()).line).toContain(`最近一次备份已不在：${newest}`)
  renameSync(join(place, 'moved'), newest)
  renameSync(out, join(place, 'away'))
  const seen = await doctor()
  expect([seen.code, seen.line]).toEqual([1, expect.stringContaining(`存放备份的目录不在了：${out}`)])
  renameSync(join(place, 'away'), out)
  parts.backups = { out: '/proc/none/below', recipients: [] }
  await night()
  expect((await listed()).lastSays).toBe('不能备份到 /proc/none/below：不能新建这个目录')
  parts.backups = backups
  await night()
  expect((await doctor()).line).toContain('正常')
})
