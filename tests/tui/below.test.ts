import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { kindOf } from '../../cli/tui/work/queues.ts'
import { requiredFields } from '../../core/client/prepare.ts'
import { type AreaName, areas, wholeContract } from '../../core/contract/areas.ts'
import type { Area } from '../../core/contract/endpoint.ts'
import { ownIds } from '../../core/contract/wire.ts'
import { desks } from '../support/desk.ts'
import { makeDept, type Person } from '../support/server.ts'

/** Rows below those of a queue: what is written into them never lands in another one. */

const { auditor, dir, open, server, writer } = await desks('assignmentReply', 'assignmentDept', 'assignment')
const water = await makeDept(server, '水利局')
const woods = await makeDept(server, '林业局')
const clerk = await server.person({ roles: ['staff'], name: '何静之', deptId: water })
const wide = { columns: 130, rows: 30 }

/** An editor that keeps what it was opened with, and writes a text. */
function editor(text: string): { env: Record<string, string>; opened: () => string } {
  const [file, seen] = [join(dir(), 'editor.sh'), join(dir(), 'opened.txt')]
  writeFileSync(file, `#!/bin/sh\ncat "$1" >${seen}\necho '${text}' >"$1"\n`, { mode: 0o700 })
  return { env: { EDITOR: file }, opened: () => readFileSync(seen, 'utf8') }
}

/** Tasks of both departments, the first of them answered by the second department: its reply has the number that the first task has. */
async function tasks(): Promise<string[]> {
  const ids: string[] = []
  for (const title of ['清理河道', '报送总结']) {
    const fields = { title, content: `${title}的要求`, deptIds: [water, woods] }
    ids.push((await writer.call('assignment.add', fields)).value.id)
  }
  const db = server.parts.db.write
  const other = { deptId: woods, content: '林业局的答复', state: 1, version: 1 }
  const now = Date.now()
  const stamps = { createdAt: now, updatedAt: now, updatedBy: writer.userId }
  for (const id of ids)
    await db
      .insertInto('assignmentReply')
      .values({ ...other, ...stamps, id: Number(id), assignmentId: Number(ids[0] === id ? ids[1] : ids[0]) } as never)
      .execute()
  return ids
}
const replies = async () =>
  (await server.parts.db.write.selectFrom('assignmentReply').selectAll().orderBy('id').execute()).map(
    ({ assignmentId, deptId, content }) => ({ task: String(assignmentId), deptId, content }),
  )

/** The queue of tasks, all of them, narrowed to one. */
async function atTask(title: string, person: Person, env: Record<string, string> = {}) {
  const { screen } = await open({ size: wide, person, env })
  // a clerk of whom something is asked begins with the panel
  if (person !== clerk) {
    await screen.until('i 待办')
    screen.press('i')
  }
  await screen.until('❯ ')
  await screen.until('待本部门办理')
  screen.press(...'待本部门', 'enter')
  await screen.until(/1 待办理 \d/)
  screen.press('5')
  await screen.until('交办任务 · 全部 2 件')
  screen.press('f')
  await screen.until('任务名称')
  screen.press(...title, 'enter')
  await screen.until('交办任务 · 全部 1 件')
  await screen.until(title)
  return screen
}

test('a first reply is written from an empty file into the task under the cursor, then changed; others stay as they are', async () => {
  const [first = '', second = ''] = await tasks()
  const before = await replies()
  const { env, opened } = editor('河道已清理')
  const screen = await atTask('清理河道', clerk, env)
  screen.press('e')
  await screen.until('《清理河道》的回复内容已保存')
  await screen.until(/办理中 清理河道/)
  expect(opened()).toBe('')
  expect(await replies()).toEqual([...before, { task: first, deptId: water, content: '河道已清理' }])
  screen.press('e')
  await expect.poll(opened).toBe('河道已清理\n')
  expect(second).not.toBe(first)
})

test('who may answer for several departments says for which; the reply that stands there is what the editor opens with', async () => {
  const [first = '', second = ''] = await tasks()
  const { env, opened } = editor('改过的答复')
  const screen = await atTask('报送总结', auditor, env)
  screen.press('e')
  await screen.until('写什么')
  screen.press(...'回复', 'enter')
  await screen.until('写哪一个的回复内容')
  expect(screen.frame()).toMatch(/水利局\s+还没有回复内容[\s\S]*林业局\s+修改回复内容/)
  screen.press(...'林业', 'enter')
  await screen.until('《报送总结》的回复内容已保存')
  expect(opened()).toBe('林业局的答复\n')
  expect(await replies()).toEqual([
    { task: second, deptId: woods, content: '改过的答复' },
    { task: first, deptId: woods, content: '林业局的答复' },
  ])
})

test('what was refused is kept, and the line that saves it stands whole on a screen of 80 columns', async () => {
  await tasks()
  const file = join(dir(), 'editor.sh')
  const { screen } = await open({ person: clerk, env: { EDITOR: file } })
  // closed by the office while the editor is open
  writeFileSync(
    file,
    `#!/bin/sh\necho '来不及了' >"$1"\ntouch ${dir()}/begun\nwhile [ ! -e ${dir()}/go ]; do sleep 0.05; done\n`,
    {
      mode: 0o700,
    },
  )
  await screen.until('待本部门办理')
  screen.press('enter')
  await screen.until('清理河道')
  screen.press('e')
  await expect.poll(() => readFileSync(join(dir(), 'begun'), 'utf8').length, { timeout: 10_000 }).toBe(0)
  await server.parts.db.write.updateTable('assignment').set({ state: 2 }).execute()
  writeFileSync(join(dir(), 'go'), '')
  const frame = await screen.until('您的修改保留在')
  const said = frame.replaceAll(/\s/g, '')
  rmSync(dirname(/保留在(\S+?\.txt)/.exec(said)?.[1] ?? ''), { recursive: true })
  expect(said).toMatch(/已办结.*接着保存：xzxassignmentreply--assignment-id\d+--dept\d+--content"\$\(cat\S+\.txt\)"/)
})

test('a command about rows below is told with the flag for the row above, and with the list that has their numbers', async () => {
  const [, second = ''] = await tasks()
  const screen = await atTask('报送总结', auditor)
  screen.press(':')
  await screen.until('命令')
  screen.press(...'退回一条回复', 'enter')
  const frame = await screen.until('用命令：xzx assignment return')
  expect(frame).toContain('xzx assignment replies')
  expect(frame).not.toMatch(new RegExp(`assignment return ${second}\\b`))
})

test('no queue hands its own rows’ numbers to a call about other rows', async () => {
  const { desk } = await open()
  const contract = (await wholeContract()) as Readonly<Record<string, Area>>
  const kinds = await Promise.all(
    (Object.keys(areas) as AreaName[])
      .filter(
        (area) =>
          area !== 'article' &&
          contract[area]?.list &&
          'list' in ((contract[area].list.output as { shape?: object }).shape ?? {}),
      )
      .map((area) => kindOf(desk, area)),
  )
  expect(kinds.length).toBeGreaterThan(8)
  for (const kind of kinds) {
    const calls = contract[kind.area] as Area
    const own = ownIds(kind.area)
    for (const { call, below } of kind.writings) {
      expect([kind.area, call, below === null]).toEqual([kind.area, call, calls[call]?.rows === undefined])
      if (below) expect(own).toContain(below.above.field)
    }
    for (const { command, ofRow } of kind.commands) {
      const e = Object.values(calls).find((one) => one.verb !== undefined && command.endsWith(` ${one.verb}`))
      if (e?.rows !== undefined) expect([command, ofRow]).not.toEqual([command, ''])
    }
    const refuses = Object.values(calls).filter((e) => e.rows !== undefined && requiredFields(e).includes('ids'))
    const moved = [...Object.values(kind.plans), ...kind.morePlans].flatMap(({ moves }) => moves)
    expect(moved.filter((move) => refuses.includes(calls[move] as never))).toEqual([])
  }
})
