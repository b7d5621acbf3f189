import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHome, cliHome } from '../support/cli.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Person
let home: CliHome
beforeAll(async () => {
  server = await startServer()
  admin = await server.person({ roles: ['admin'] })
  home = cliHome({ env: { XZX_SERVER: server.url, XZX_TOKEN: admin.token } })
})
afterAll(async () => {
  home.remove()
  await server.close()
})
const made = async (line: string) => {
  const { out, err } = await home.xzx(`${line} --json`)
  if (out === '') throw new Error(err)
  return JSON.parse(out)
}

test('moves of a kind are commands made from its table: reasons by number, states by word, many at once', async () => {
  const one = await made('advice add --title 路灯 --content 不亮')
  const two = await made('advice add --title 道路 --content 不平')
  expect(await made(`advice reply ${one.id} --result-title 答 --result-content 已修`)).toMatchObject({ status: 1 })
  const some = await home.xzx(`advice confirm ${one.id} ${two.id} --yes --json`)
  expect(some.code).toBe(3)
  expect(JSON.parse(some.out)).toMatchObject({ done: [one.id], failed: [{ id: two.id, errorCode: 'BAD_STATE' }] })
  const unsaid = await home.xzx(`advice reopen ${one.id} --yes`)
  expect(unsaid.code).toBe(2)
  expect(unsaid.err).toContain('--preset 1 到 3')
  expect(await made(`advice reopen ${one.id} --preset 2 --yes`)).toMatchObject({ done: [one.id] })
  expect(await made(`advice get ${one.id}`)).toMatchObject({ status: 3, reason: '原答复有误' })
  expect((await home.xzx('advice list --status 已退回 --format ids')).out.trim()).toBe(one.id)
  expect((await home.xzx(`advice revisions ${one.id} --format table`)).out).toMatch(
    /重新办理[\s\S]*通过答复[\s\S]*新增/,
  )
})

test('an answer is let through in the version that was read', async () => {
  const { id } = await made('advice add --title 路灯 --content 不亮')
  await made(`advice reply ${id} --result-title 答 --result-content 已修`)
  const second = await server.person({ roles: ['admin'] })
  const other = { env: { XZX_SERVER: server.url, XZX_TOKEN: second.token } }
  const late = await home.xzx(`advice reply ${id} --result-title 另答 --result-content 未修`, other)
  expect([late.code, late.err]).toEqual([1, expect.stringContaining('请核对后再提交')])
  const unseen = await home.xzx(`advice confirm ${id} --yes`, other)
  expect([unseen.code, unseen.out]).toEqual([1, expect.stringContaining('请核对后再提交')])
  const { version } = await made(`advice get ${id}`)
  const seen = await home.xzx(`advice confirm ${id} --yes --base-version ${version}`, other)
  expect(seen.code, seen.err).toBe(0)
})

test('one is shown and handed on under the words that letters have; a deadline it has none', async () => {
  await admin.call('dept.save', { name: '交通局' })
  const { id } = await made('advice add --title 站点 --content 增设站点')
  expect(await made(`advice forward ${id} --dept 交通局`)).toMatchObject({ deptName: '交通局', title: '站点' })
  expect(await made(`advice show ${id}`)).toMatchObject({ id, deptName: '交通局', content: '增设站点' })
  expect((await home.xzx(`advice forward ${id} --title 别的 --dept 交通局`)).code).toBe(2)
  expect((await home.xzx('advice overdue')).err).toContain('意见没有答复期限')
})

test('a dry run foretells what is done, and does nothing', async () => {
  const { id } = await made('advice add --title 试 --content 试')
  await made(`advice reply ${id} --result-title 答 --result-content 复`)
  expect((await home.xzx(`advice confirm ${id} --dry-run --yes`)).code).toBe(0)
  expect(await made(`advice get ${id}`)).toMatchObject({ status: 1 })
  expect((await home.xzx(`advice give-back ${id} --dry-run --preset 1 --yes`)).code).toBe(0)
  expect(await made(`advice get ${id}`)).toMatchObject({ status: 1 })
})

test('an earlier wording is looked at, compared and set back, with what follows said before; people have a history too', async () => {
  const { id } = await made('advice add --title 初稿 --content 第一句')
  await made(`advice edit ${id} --title 二稿 --content 第二句`)
  await made(`advice reply ${id} --result-title 答 --result-content 已修`)
  await made(`advice reply ${id} --result-title 再答 --result-content 已修好`)
  const { list } = await made(`advice revisions ${id}`)
  expect(list.map(({ act }: { act: string }) => act)).toEqual(['答复', '答复', '修改', '新增'])
  const [, answered, edited, added] = list.map((step: { id: string }) => step.id)
  const shown = await home.xzx(`advice revisions ${id} --show ${edited} --format table`)
  expect(shown.out).toMatch(/标题：二稿\n内容：第二句\n/)
  expect(shown.out).not.toContain('再答')
  const diff = await home.xzx(`advice revisions ${id} --diff ${answered}`)
  expect(diff.out.split('\n').filter((line) => /^[-+]/.test(line))).toEqual([
    ...['- 答复标题：答', '- 答复内容：已修', '+ 答复标题：再答', '+ 答复内容：已修好'],
  ])
  const tty = ['stdin', 'stderr'] as const
  const no = await home.xzx(`advice restore ${id} --revision ${answered}`, { tty, stdin: '\n' })
  expect(no.err).toMatch(/将把意见（《二稿》）恢复为 .*「答复」后的内容，恢复的答复随即提交审核，是否继续/)
  const stays = await home.xzx(`advice restore ${id} --revision ${added}`, { tty, stdin: '\n' })
  expect(stays.err).toContain('不恢复答复标题、答复内容：当时还没有填写，保留现有的，是否继续')
  expect(await made(`advice restore ${id} --revision ${added} --dry-run`)).toMatchObject({ title: '初稿' })
  expect(await made(`advice get ${id}`)).toMatchObject({ title: '二稿' })
  expect(await made(`advice restore ${id} --revision ${added} --yes`)).toMatchObject({
    ...{ title: '初稿', content: '第一句', resultTitle: '再答' },
  })
  expect((await home.xzx(`advice restore ${id} --revision 999999 --yes`)).code).toBe(1)
  await home.xzx(`advice del ${id} --yes`)
  expect(await made(`advice restore ${id} --yes`)).toMatchObject({ done: [id] })
  expect((await home.xzx('people history 1')).err).toContain('群众用户 1 不存在')
})
