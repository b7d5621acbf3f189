import { afterAll, beforeAll, expect, test } from 'vitest'
import { camel, kebab } from '../../cli/spelling.ts'
import { wholeContract } from '../../core/contract/areas.ts'
import type { Area } from '../../core/contract/endpoint.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { type CliHome, cliHome } from '../support/cli.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { allVerbs } from '../support/verbs.ts'

/** Before something is deleted its question says what that is by name, what goes along, and whether it comes back. */

const contract: Readonly<Record<string, Area>> = await wholeContract()

/** What citizens wait for is not deleted: those of which the answer has gone out, or that were refused. */
const over: Readonly<Record<string, string>> = {
  ...{ mail: ' --state 已办结，不公开', apply: ' --state 不予登记' },
  ...{ advice: ' --status 已答复', suggestion: ' --status 不予受理' },
}

let server: TestServer
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  await seedDemo(server.parts, { password: 'qingshi-demo-2026' })
  const { token } = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: token } })
  const [unconfirmed] = await idsOf('apply list --state 待确认')
  expect((await home.xzx(`apply reject ${unconfirmed} --reason 重复提交 --yes`)).code).toBe(0)
  // what waits is not deleted
  const [waits] = await idsOf('suggestion list --status 待办理')
  expect((await home.xzx(`suggestion settle ${waits} --reason 已当面答复提出人 --yes`)).code).toBe(0)
  expect((await home.xzx('other add --name 接口联调')).code).toBe(0)
  // what a unit reports is deleted by who wrote it: the newest is first in the list
  expect((await home.xzx('report add --title 会议简讯 --content <p>甲</p>')).code).toBe(0)
  for (const area of Object.keys(contract).filter((name) => contract[name]?.binList)) {
    const command = kebab(area)
    const [id] = await idsOf(`${command} list${over[area] ?? ''}`)
    expect([area, await home.xzx(`${command} del ${id} --yes`)]).toMatchObject([area, { code: 0 }])
  }
})
afterAll(async () => {
  home.remove()
  await server.close()
})
const idsOf = async (list: string) => (await home.xzx(`${list} --format ids`)).out.split('\n').filter((id) => id !== '')
const asked = async (line: string) => {
  const { code, err } = await home.xzx(line, { stdin: 'n\n', tty: ['stdin', 'stdout', 'stderr'] })
  expect(code, err).toBe(6)
  return err
}

const lost = '，删除后无法恢复，'
const back = '，删除后可在回收站恢复，'
/** By command: the list that has its rows, and what the question says of the first of them. Of those that are not here it is asked below that they name it. */
const deletions: Readonly<Record<string, readonly [list: string, question: RegExp]>> = {
  'advice del': ['advice list --status 待审核', new RegExp(`将删除意见.* 1 项（《.+》）${back}请输入 1 确认`)],
  'advice bin-purge': ['advice bin-list', /将彻底删除回收站中的意见 1 项（《.+》），彻底删除后无法恢复，/],
  'announcement del': ['announcement list', new RegExp(`将删除公告 1 项（《.+》）${lost}`)],
  'assignment del': [
    'assignment list --state 办理中',
    new RegExp(`将删除交办任务.* 1 项（《.+》），连同 1 个部门的回复${lost}请输入 1 确认`),
  ],
  'assignment reply-del': ['assignment replies', new RegExp(`将删除回复 1 项（《.+ · .+》）${lost}`)],
  'column del': ['column list', new RegExp(`将删除栏目 1 项（《.+》）${lost}`)],
  'dept del': ['dept list', new RegExp(`将删除部门 1 项（《.+》）${lost}`)],
  'dict del': [
    'dict list --name 稿件来源',
    new RegExp(`将删除字典项 1 项（《稿件来源》），连同 [1-9]\\d* 个条目${lost}`),
  ],
  'mail-forum del': ['mail-forum list', /将不再由一些部门协办信件 1 项（《.+》）/],
  'hot del': ['hot list', new RegExp(`将删除热词 1 项（《.+》）${lost}`)],
  'other del': ['other list', new RegExp(`将删除测试记录 1 项（《接口联调》）${lost}`)],
  'quest-answer feedback-del': ['quest-answer feedback', new RegExp(`将删除对查找结果的意见 1 项（《.+》）${lost}`)],
  'popula del': ['popula list', new RegExp(`将删除推荐链接 1 项（《.+》）${lost}`)],
  'suggestion del': ['suggestion list --status 已办理', new RegExp(`将删除建议.* 1 项（《.+》）${back}`)],
  'suggestion bin-purge': ['suggestion bin-list', /将彻底删除回收站中的建议 1 项（《.+》），彻底删除后无法恢复，/],
}

test.each(Object.entries(deletions))('%s names what it would delete', async (command, [list, question]) => {
  const [id] = await idsOf(list)
  expect(id).toBeDefined()
  expect(await asked(`${command} ${id}`)).toMatch(question)
})

const deleting = (await allVerbs())
  .filter(({ name, verb }) => verb.made === 'ids' && !verb.hidden && /(del|purge)s?$/.test(name))
  .map(({ name }) => name)

test('every deletion names something of what it would delete, where there is something', async () => {
  expect(Object.keys(deletions).filter((name) => !deleting.includes(name))).toEqual([])
  for (const command of deleting.filter((name) => !Object.hasOwn(deletions, name))) {
    const [area = '', word = ''] = command.split(' ')
    const calls = contract[camel(area)]
    const e = calls?.[camel(word)] ?? calls?.dels
    const [id] = await idsOf(`${area} ${kebab(e?.rows ?? 'list')}`)
    if (id !== undefined)
      expect(await asked(`${command} ${id}`), command).toMatch(/将(彻底)?删除.+ 1 项（[《「].+[》」]）/)
  }
})

test('the verb that had its call’s name is still understood, and shown no more', async () => {
  const [id] = await idsOf('suggestion list --status 已办理')
  expect(await asked(`suggestion dels ${id}`)).toContain('将删除建议')
  expect((await home.xzx('suggestion --help')).out).not.toMatch(/^ {2}dels /m)
})

test('of several the first are named, what goes with all of them is summed, and their count is typed', async () => {
  const ids = await idsOf('dict list')
  const question = await asked(`dict del ${ids.join(' ')}`)
  expect(question).toMatch(
    new RegExp(`（《.+》《.+》《.+》等），连同 [1-9]\\d* 个条目${lost}请输入 ${ids.length} 确认`),
  )
})
