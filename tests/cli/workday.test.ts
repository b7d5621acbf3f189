import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { makeDept, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  const admin = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})
const file = (name: string, text: string) => {
  writeFileSync(join(home.dir, name), text)
  return join(home.dir, name)
}
const notice = '关于2027年部分节假日安排的通知\n一、元旦：1月1日（周五）至3日放假，共3天。'

test('years and their days are listed; a missing one ends a look with an exit code, and doctor warns of it', async () => {
  const list = (await home.xzx('workday list --json')).json().list
  expect(list.map(({ year }: { year: number }) => year)).toEqual([2024, 2025, 2026, 2027])
  expect((await home.xzx('workday list --exit-code')).code).toBe(3)
  const shown = await home.xzx('workday show 2026')
  expect(shown.out).toContain('2026-10-10')
  expect(shown.err).toContain('国办发明电〔2025〕7号')
  expect((await home.xzx('workday show 2027')).err).toContain('2027 年节假日尚未导入，期限为暂定')
  const doctor = (await home.xzx('doctor --json')).json().list
  expect(doctor.find(({ name }: { name: string }) => name === 'workday')).toMatchObject({
    state: 'remark',
    says: '2027 年节假日尚未导入，期限为暂定',
  })
  expect((await home.xzx('workday show')).code).toBe(2)
  expect((await home.xzx('workday show 明年')).code).toBe(2)
})

test('a day is found, and a deadline explained', async () => {
  expect((await home.xzx('workday next 1 --from 2026-09-30 --json')).json()).toMatchObject({ date: '2026-10-08' })
  expect((await home.xzx('workday next 1 --back --from 2026-10-08 --json')).json()).toMatchObject({
    date: '2026-09-30',
  })
  const line =
    'workday explain --start 2026-09-18 --days 3 --extend 1@2026-09-24:需要核实 --pause 2026-09-21..2026-09-22'
  const told = await home.xzx(line)
  expect([told.code, told.err]).toEqual([0, expect.stringContaining('2026-09-28（周一）届满')])
  expect(told.out).toContain('需要核实')
  expect((await home.xzx(`${line} --json`)).json()).toMatchObject({ due: '2026-09-28', total: 4 })
  const months = await home.xzx('workday explain --start 2026-11-30 --days 3 --unit 月 --no-roll --json')
  expect(months.json()).toMatchObject({ due: '2027-02-28', provisional: null })
  for (const wrong of [
    '--start 2026-09-18',
    '--start 9月 --days 3',
    '--start 2026-09-18 --days 3 --extend 3',
    '--start 2026-09-18 --days 3 --unit 周',
  ])
    expect((await home.xzx(`workday explain ${wrong}`)).code, wrong).toBe(2)
  expect((await home.xzx('workday explain --start 2026-09-18 --days 3 --extend 1@2026-10-01')).err).toContain(
    '届满后不能延长',
  )
})

test('a task is given by working days, and its deadline explained', async () => {
  const dept = await makeDept(server, '办公室')
  const given = `assignment add --title 按工作日 --content 内容 --depts ${dept} --limit-days 40`
  const task = (await home.xzx(`${given} --yes --json`)).json()
  expect(task).toMatchObject({ limitDays: 40, provisional: '2027 年节假日尚未导入，期限为暂定' })
  expect((await home.xzx('assignment list')).out).toContain('期限为暂定')
  const told = await home.xzx(`assignment explain ${task.id}`)
  expect([told.code, told.err]).toEqual([0, expect.stringContaining('届满；今天已计 0 个工作日，还剩 40 个工作日')])
  expect(told.out.split('\n')[0]).toContain('收到当日，不计')
  expect((await home.xzx(`assignment explain ${task.id} --json`)).json()).toMatchObject({ total: 40 })
  expect((await home.xzx('assignment explain')).code).toBe(2)
  expect((await home.xzx('assignment explain 99999')).code).toBe(1)
  await home.xzx(`assignment close ${task.id} --remark 试 --yes`)
})

test('a year is imported from a file: tried first, asked about, done, and reset', async () => {
  const path = file('通知.txt', notice)
  expect((await home.xzx(`workday import ${path}`)).code).toBe(2)
  const dry = await home.xzx(`workday import ${path} --dry-run`)
  expect([dry.code, dry.err]).toEqual([
    0,
    expect.stringContaining('试运行，没有修改：将导入 2027 年的节假日安排，改动 3 天'),
  ])
  expect(dry.err).toContain('2027-01-01  （无） → 元旦放假')
  expect((await home.xzx('workday list --exit-code -q')).code).toBe(3)
  const done = await home.xzx(`workday import ${path} --yes --json`)
  expect(done.json()).toMatchObject({ year: 2027, recount: '没有期限因此改变', version: 1 })
  expect((await home.xzx('workday list --exit-code')).code).toBe(0)
  expect((await home.xzx(`workday import ${path} --yes`)).err).toContain('2027 年没有改动的日子')
  expect((await home.xzx('workday import - --yes', { stdin: '2027-01-01,休,元旦\n' })).err).toContain('改动 2 天')
  for (const text of ['', '2027-01-04,班,元旦', '{"days":[]}', '元旦放假'])
    expect((await home.xzx(`workday import ${file('坏.txt', text)} --yes`)).code, text).toBe(2)
  expect((await home.xzx('workday import 没有.txt --yes')).code).toBe(2)
  expect((await home.xzx('workday reset 2027 --dry-run')).err).toContain('试运行')
  // what is not shipped does not come back, and who is asked is told
  const asked = await home.xzx('workday reset 2027', { tty: ['stdin', 'stderr'], stdin: 'n\n' })
  expect(asked.err).toContain('系统没有随带这一年的，此后为未导入')
  // what is shown can be imported
  const { out } = await home.xzx('workday show 2026 --json')
  const again = await home.xzx('workday import - --yes', { stdin: out })
  expect([again.code, again.err]).toEqual([0, expect.stringContaining('2026 年没有改动的日子')])
  expect((await home.xzx('workday reset 2027 --yes')).err).toContain('已去掉 2027 年的节假日安排，改动 1 天')
  expect((await home.xzx('workday reset 2027 --yes')).code).not.toBe(0)
})
