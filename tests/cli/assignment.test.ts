import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { pdf } from '../support/files.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let home: CliHome
let waterHome: CliHome
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  const homeOf = (token: string) => cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
  home = homeOf(admin.token)
  for (const name of ['水利局', '林业局']) await admin.call('dept.save', { name })
  const { id } = (await admin.call('dept.list')).value.find(({ name }: { name: string }) => name === '水利局')
  waterHome = homeOf((await server.person({ roles: ['staff'], deptId: Number(id) })).token)
})
afterAll(async () => {
  home.remove()
  waterHome.remove()
  await server.close()
})
const made = async (line: string, by = home) => {
  const { out, err } = await by.xzx(`${line} --json`)
  if (out === '') throw new Error(err)
  return JSON.parse(out)
}

test('a task is given to departments by their names, answered by one of them, and closed', async () => {
  const task = await made(
    'assignment add --title 清理河道 --content 月底前 --depts 水利局,林业局 --urgency 紧急 --deadline 2030-11-30',
  )
  expect(task).toMatchObject({ deptNames: '水利局、林业局', urgency: 1, deadline: '2030-11-30 23:59:59' })
  const said = await made(`assignment reply --assignment-id ${task.id} --content 已办 --state 已办结`, waterHome)
  expect(said).toMatchObject({ deptName: '水利局', state: 2 })
  expect(await made(`assignment return ${said.id} --reason 缺清单`)).toMatchObject({ state: 3, reason: '缺清单' })
  const refused = await home.xzx(`assignment close ${task.id}`)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('「水利局」「林业局」还没有办结')
  expect(await made(`assignment close ${task.id} --remark 另行安排`)).toMatchObject({ state: 2 })
  expect((await home.xzx('assignment list --state 已办结 --format table')).out).toMatch(
    /清理河道.*已办结.*水利局、林业局/,
  )
})

test('a department that is not there is named', async () => {
  const refused = await home.xzx('assignment add --title 甲 --content 乙 --depts 水利局,林业所')
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('没有部门 林业所，您是否想输入 林业局？')
})

test('what is late is found for cron, and what there is exported', async () => {
  const refused = await home.xzx('assignment add --title 过期的 --content 乙 --depts 水利局 --deadline 2020-01-01')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('办结期限（--deadline）：不能早于今天')])
  const { id } = await made('assignment add --title 过期的 --content 乙 --depts 水利局')
  await server.parts.db.write.updateTable('assignment').set({ deadline: 0 }).where('id', '=', Number(id)).execute()
  await made('assignment add --title 没到期 --content 乙 --depts 水利局 --deadline 2099-01-01')
  const { list } = await made('assignment list --overdue 已逾期')
  expect(list.map(({ title }: { title: string }) => title)).toEqual(['过期的'])
  expect(await made('assignment count --dept 水利局')).toMatchObject({ waiting: 2, overdue: 1 })
  const { out } = await home.xzx('export assignment --out - --format csv')
  expect(out).toMatch(/任务名称[\s\S]*过期的[\s\S]*已逾期/)
})

test('files of this machine are uploaded with a task and a reply; what is there already is kept by its number', async () => {
  for (const by of [home, waterHome]) {
    writeFileSync(join(by.dir, '要求、附表.pdf'), pdf('一'))
    writeFileSync(join(by.dir, '图.exe'), 'MZ')
  }
  const line = 'assignment add --title 带附件的 --content 见附件 --depts 水利局 --files'
  const tried = await home.xzx(`${line} 要求、附表.pdf --dry-run`)
  expect([tried.code, tried.err]).toEqual([0, expect.stringContaining('试运行不上传附件：要求、附表.pdf')])
  const task = await made(`${line} 要求、附表.pdf`)
  expect(task.files).toMatchObject([{ name: '要求、附表.pdf' }])
  const [{ id }] = task.files
  writeFileSync(join(home.dir, '二.pdf'), pdf('二'))
  const more = await made(`assignment edit ${task.id} --files ${id},二.pdf`)
  expect(more.files.map(({ name }: { name: string }) => name)).toEqual(['要求、附表.pdf', '二.pdf'])
  const said = await made(
    `assignment reply --assignment-id ${task.id} --content 已办 --files 要求、附表.pdf`,
    waterHome,
  )
  expect(said.files).toMatchObject([{ name: '要求、附表.pdf' }])
  for (const [file, why] of [
    ['没有.pdf', '没有这个文件'],
    ['图.exe', '只能上传'],
  ]) {
    const refused = await home.xzx(`${line} ${file}`)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(why as string)])
  }
})

test('a file of fields takes the names and words of the flags as well', async () => {
  const fields = { title: '写在文件里', content: '乙', depts: '水利局,林业局', urgency: '紧急' }
  writeFileSync(join(home.dir, '任务.json'), JSON.stringify(fields))
  expect(await made('assignment add --file 任务.json')).toMatchObject({ deptNames: '水利局、林业局', urgency: 1 })
  writeFileSync(join(home.dir, '两次.json'), JSON.stringify({ ...fields, deptIds: ['1'] }))
  const twice = await home.xzx('assignment add --file 两次.json')
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('写了两次')])
})

test('departments are put in order by their names', async () => {
  const ran = await home.xzx('dept arrange --parent 0 --depts 林业局,水利局')
  expect(ran.code, ran.err).toBe(0)
  const { out } = await home.xzx('dept list --format csv --fields name')
  expect(out.split(/\r?\n/).filter((name) => /林业|水利/.test(name))).toEqual(['林业局', '水利局'])
})
