import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jobError } from '../../cli/areas/job-end.ts'
import { diskFull } from '../../core/text.ts'
import { plainReason } from '../../server/full-disk.ts'
import { sharedHome, wiredServer } from '../support/set-up.ts'

/** With --json a program reads one object on stderr where a command fails, and knows by the code what to do. */

const { server } = await wiredServer()
const admin = await server.person({ roles: ['admin'] })
const home = sharedHome({ XZX_SERVER: server.url, XZX_TOKEN: admin.token })

test('what was said before a refusal stands in the one object; of what goes well it is said as ever', async () => {
  const { userId } = await server.person({ roles: ['auditor'] })
  const refused = await home.xzx(`user state ${userId} --state 停用 --json`)
  expect([refused.code, refused.out, refused.err.trimEnd().split('\n').length]).toEqual([2, '', 1])
  const { error } = JSON.parse(refused.err)
  expect(error).toMatchObject({ code: 'USAGE', notes: expect.arrayContaining([expect.stringContaining('涉及')]) })
  const done = await home.xzx(`user state ${userId} --state 停用 --yes --json`)
  expect([done.code, done.err]).toEqual([0, expect.stringContaining('涉及')])
  // a person sees it when it is said
  expect((await home.xzx(`user state ${userId} --state 正常 --yes`)).code).toBe(0)
  const seen = await home.xzx(`user state ${userId} --state 停用 --json`, { tty: ['stderr'] })
  expect(seen.err.split('\n').length).toBeGreaterThan(2)
})

test('a stop is told as JSON too', async () => {
  const { Interrupted } = await import('../../cli/errors.ts')
  const ran = await home.xzx('hot add --name 停 --json', { signal: AbortSignal.abort(new Interrupted('SIGTERM')) })
  expect([ran.code, JSON.parse(ran.err).error.code]).toEqual([143, 'STOPPED'])
})

test('work that a full disk stopped may be tried again: 5, as of what the command writes itself', () => {
  const says = plainReason(Object.assign(new Error('x'), { code: 'ENOSPC' }))
  expect(says).toContain(diskFull)
  expect(jobError('「归档」', 'failed', says)).toMatchObject({ exit: 5, code: 'UNAVAILABLE', why: says })
  expect(jobError('「归档」', 'failed', '没有权限')).toMatchObject({ exit: 1, code: 'JOB_FAILED' })
})

test('a menu and a column are named by what they are called, also as the one above', async () => {
  const above = (await home.xzx('resource add --name 外部系统 --alias outer-systems --type 目录 --json')).json()
  for (const typed of ['外部系统', 'outer-systems', above.id]) {
    const made = await home.xzx([
      'resource',
      'add',
      '--name',
      `甲${typed}`,
      '--alias',
      `a-${above.id}-${typed === '外部系统' ? 'n' : typed}`,
      ...['--type', '菜单', '--url', `/outer/${above.id}`],
      '--parent-id',
      String(typed),
      '--json',
    ])
    expect([typed, made.code, made.code === 0 && made.json().parentId], made.err).toEqual([typed, 0, above.id])
  }
  const column = await home.xzx('column add --category-title 政协要闻 --column-type 1 --json')
  expect(column.code, column.err).toBe(0)
  const below = await home.xzx(
    'column add --category-title 会议 --column-type 1 --category-category-id 政协要闻 --json',
  )
  expect([below.code, below.json().categoryCategoryId], below.err).toEqual([
    0,
    column.json().columnId ?? column.json().categoryId,
  ])
  const none = await home.xzx('column add --category-title 会议 --column-type 1 --category-category-id 没有这个')
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('没有栏目 没有这个')])
  writeFileSync(
    join(home.dir, 'f.json'),
    JSON.stringify({ categoryTitle: '文件', columnType: 1, categoryCategoryId: '政协要闻' }),
  )
  const file = await home.xzx('column add --file f.json --json')
  expect([file.code, file.json().categoryCategoryId], file.err).toEqual([0, below.json().categoryCategoryId])
})
