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
const made = async (line: string) => JSON.parse((await home.xzx(`${line} --json`)).out)

test('departments are made under others by their names, and choices said in words', async () => {
  await made('dept save --name 办公室')
  const below = await made('dept save --name 秘书科 --parent 办公室 --state 停用 --type 其他')
  expect(below).toMatchObject({ parentName: '办公室', level: 1, state: 1, type: 4 })
  await made('dept save --name 秘书科')
  expect(await made(`dept save --id ${below.id} --state 启用`)).toMatchObject({ state: 0, version: 2 })
  const { out } = await home.xzx('dept tree --format table')
  expect(out).toMatch(/办公室[\s\S]*└ 秘书科/)
  expect((await home.xzx('dept tree --format ids')).out.split('\n').filter(Boolean)).toHaveLength(3)
})

test('one command for two acts says which of them it was, quietly not', async () => {
  const added = await home.xzx('dept save --name 收发室')
  expect(added.err).toContain('已新增部门')
  const [id] = /\d+/.exec(added.out) ?? []
  expect((await home.xzx(`dept save --id ${id} --no 9`)).err).toContain('已修改部门')
  expect((await home.xzx(`dept save --id ${id} --no 8 --quiet`)).err).toBe('')
  const dry = await home.xzx(`dept save --id ${id} --no 7 --dry-run`)
  expect(dry.err).not.toContain('已修改')
})

test('a name that none or several have is refused, and what was meant is said', async () => {
  const none = await home.xzx('dept save --name 档案科 --parent 办公司')
  expect(none.code).toBe(1)
  expect(none.err).toContain('没有部门 办公司，您是否想输入 办公室？')
  const several = await home.xzx('dept save --name 档案科 --parent 秘书科')
  expect(several.code).toBe(2)
  expect(several.err).toMatch(/有 2 个部门叫 秘书科[\s\S]*办公室\/秘书科/)
  expect((await made('dept save --name 档案科 --parent 办公室/秘书科')).level).toBe(2)
})

test('what is used is not deleted, and it is said by what', async () => {
  const { id } = JSON.parse((await home.xzx('dept list --json')).out)[0]
  const refused = await home.xzx(`dept del ${id} --yes`)
  expect(refused.code).toBe(1)
  expect(refused.out).toContain('还有 1 个下级部门')
})

test('a department is taken up by another, by their names: told what follows by a try, and asked about', async () => {
  await made('dept save --name 经信委')
  await made('dept save --name 工信局')
  await made('dept save --name 投资股 --parent 经信委')
  const line = 'dept merge 经信委 --into 工信局 --reason 机构改革'
  const dry = await home.xzx(`${line} --dry-run --format table`)
  expect(dry.code).toBe(0)
  expect(dry.out).toContain('把部门「经信委」并入「工信局」：1 个下级部门改属「工信局」，「经信委」停用；不能撤销')
  const unasked = await home.xzx(line)
  expect(unasked.code).toBe(2)
  expect(unasked.err).toContain('「经信委」停用；不能撤销，需要确认')
  const itself = await home.xzx('dept merge 经信委 --into 经信委 --reason 机构改革 --yes')
  expect([itself.code, itself.err]).toEqual([1, expect.stringContaining('不能并入自己')])
  expect(await made(`${line} --yes`)).toMatchObject({ intoName: '工信局', moved: '1 个下级部门' })
  expect((await home.xzx('dept tree --format table')).out).toMatch(/工信局[\s\S]*└ 投资股/)
})

test('at a terminal the question tells what follows, of a merge and of people who are moved', async () => {
  await made('dept save --name 粮食局')
  await made('dept save --name 发改局')
  const { userId } = await server.person({ roles: ['readonly'], name: '王粮' })
  const asked = async (line: string) => {
    const { code, err } = await home.xzx(line, { stdin: 'n\n', tty: ['stdin', 'stdout', 'stderr'] })
    expect(code, err).toBe(6)
    return err
  }
  expect(await asked('dept merge 粮食局 --into 发改局 --reason 机构改革')).toContain(
    '将把部门「粮食局」并入「发改局」：「粮食局」停用；不能撤销，是否继续？',
  )
  expect(await asked(`user move ${userId} --dept 发改局`)).toContain(
    '将转到另一个部门 1 项（「王粮」），转入的部门：发改局，以前的文章和任务留在原部门，是否继续？',
  )
  expect((await home.xzx(`user move ${userId} --dept 发改局 --yes`)).code).toBe(0)
  expect((await made(`user view ${userId}`)).deptName).toBe('发改局')
})
