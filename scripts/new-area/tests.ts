import { kebab } from '../../cli/spelling.ts'
import type { Names } from './names.ts'

const server = ({ area, folder, on, off }: Names): string => {
  const adds = [on('state', 'yes'), on('public', 'yes'), on('child', 'yes')].some(Boolean)
  return `import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { ${on('parent', 'makeDept, ')}type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('${area} on %s', (database) => {
  let server: TestServer
  let admin: Person
  ${adds ? `const add = async (title: string): Promise<string> => (await admin.call('${area}.add', { title })).value.id` : ''}
  ${on('state', `const move = (name: string, id: string, more: object = {}) => admin.call(\`${area}.\${name}\`, { items: [{ id, ...more }] })`)}
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('is added, found, changed and deleted', async () => {
    const { value } = await admin.call('${area}.add', { title: '甲' })
    expect(value).toMatchObject({ title: '甲', version: 1 })
    expect((await admin.call('${area}.list', { title: '甲' })).value).toMatchObject({ total: 1, list: [value] })
    expect((await admin.call('${area}.get', { id: value.id })).value).toEqual(value)
    const changed = await admin.call('${area}.edit', { id: value.id, version: 1, title: '乙' })
    expect(changed.value).toMatchObject({ id: value.id, title: '乙', version: 2 })
    expect(await admin.call('${area}.edit', { id: value.id, version: 1, title: '丙' })).toMatchObject({ errorCode: 'STALE' })
    expect((await admin.call('${area}.dels', { ids: [value.id] })).value).toEqual({ done: [value.id], failed: [] })
    expect(await admin.call('${area}.get', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })
${on(
  'state',
  `
  test('is published, withdrawn with a reason and set back to an earlier wording; what is deleted comes back', async () => {
    const id = await add('初稿')
    const at = async () => (await admin.call('${area}.get', { id })).value
    expect((await move('publish', id)).value.done).toEqual([id])
    expect((await admin.call('${area}.dels', { ids: [id] })).value.failed[0].errorMsg).toContain('请先撤回')
    expect((await move('withdraw', id)).value.failed[0].errorMsg).toContain('理由')
    await move('withdraw', id, { reason: '内容已过时' })
    expect(await at()).toMatchObject({ status: 0, reason: '内容已过时' })
    await move('undo', id)
    expect(await at()).toMatchObject({ status: 1 })
    await admin.call('${area}.edit', { id, title: '二稿' })
    const steps = (await admin.call('${area}.history', { id })).value.list
    await admin.call('${area}.restore', { id, revisionId: steps.at(-1).id })
    expect(await at()).toMatchObject({ title: '初稿' })
    expect((await admin.call('${area}.counts', { title: '初稿' })).value.total).toBe(1)
    await move('withdraw', id, { reason: '内容已过时' })
    await admin.call('${area}.dels', { ids: [id] })
    await move('binRestore', id)
    expect(await at()).toMatchObject({ status: 0 })
    await admin.call('${area}.dels', { ids: [id] })
  })
`,
)}${on(
  'parent',
  `
  test('belongs to a department, which stays as long as it does', async () => {
    const deptId = await makeDept(server)
    const { value } = await admin.call('${area}.add', { title: '部门的', deptId })
    expect(value).toMatchObject({ deptId: String(deptId), deptName: '办公室' })
    expect((await admin.call('${area}.list', { deptId })).value.total).toBe(1)
    expect(await admin.call('dept.del', { id: deptId })).toMatchObject({ errorCode: 'BAD_STATE' })
  })
`,
)}${on(
  'public',
  `
  test('strangers read ${on('state', 'what is published, and ') || ''}no more of it than its title, by a call and on the site', async () => {
    const page = async () => (await fetch(\`\${server.url}/site/${folder}/\`)).text()
    const id = await add('公开的')
    ${on('state', "await add('编辑中的')\n    await move('publish', id)")}
    const { list } = (await server.anyone.call('${area}.webList', { title: '的' })).value
    const titles = list.map((one: { title: string }) => one.title)
    expect(titles).toContain('公开的')
    ${on('state', "expect(titles).not.toContain('编辑中的')")}
    expect(Object.keys(list[0])).toEqual(['id', 'title'])
    await expect.poll(page).toContain('公开的')
    ${on('state', "expect(await page()).not.toContain('编辑中的')")}
    await admin.call('${area}.edit', { id, title: '改过的' })
    await expect.poll(page).toContain('改过的')
    ${on('state', "await move('withdraw', id, { reason: '内容已过时' })")}${off('state', `await admin.call('${area}.dels', { ids: [id] })`)}
    expect(await page()).not.toContain('改过的')
  })
`,
)}${on(
  'child',
  `
  test('has rows below it, which go with it', async () => {
    const id = await add('有条目的')
    const entry = (await admin.call('${area}.entryAdd', { parentId: id, name: '条目' })).value
    await admin.call('${area}.entryEdit', { id: entry.id, name: '改过的条目' })
    expect((await admin.call('${area}.entries', { parentId: id })).value.list).toMatchObject([{ name: '改过的条目' }])
    expect((await admin.call('${area}.get', { id })).value).toMatchObject({ entryCount: 1 })
    expect((await admin.call('${area}.dels', { ids: [id] })).value.failed).toEqual([])
    ${on('state', "await move('binPurge', id)")}
    expect(await admin.call('${area}.entry', { id: entry.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })
`,
)}})
`
}

const cli = ({ area, what, on }: Names): string => `import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('${what} are added, listed, changed${on('state', ', published, withdrawn')} and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('${kebab(area)} add --title 甲 --json')).out)
  expect(added).toMatchObject({ title: '甲' })
  expect((await home.xzx(\`${kebab(area)} edit \${added.id} --title 乙\`)).code).toBe(0)
  expect((await home.xzx('${kebab(area)} list')).out).toContain('乙')
${on(
  'state',
  `  expect((await home.xzx(\`${kebab(area)} publish \${added.id} --yes\`)).code).toBe(0)
  expect((await home.xzx('${kebab(area)} list --status 已公布 --format count')).out).toBe('1\\n')
  expect((await home.xzx(\`${kebab(area)} withdraw \${added.id} --reason 内容已过时 --yes\`)).code).toBe(0)
`,
)}  expect(await home.xzx(\`${kebab(area)} del \${added.id} --yes --format count\`)).toMatchObject({ code: 0, out: '1\\n' })
  expect((await home.xzx('${kebab(area)} list --format count')).out).toBe('0\\n')
})
`

const tui = ({ area, what, on }: Names): string => `import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { open, writer } = await desks('${area}')

test('what waits is published by its key, and withdrawn with a reason', async () => {
  await writer.call('${area}.add', { title: '甲' })
  const statusOf = async () => (await writer.call('${area}.list')).value.list[0].status
  const { screen } = await open()
  await screen.until('等待您处理的共 1 项')
  screen.press('enter')
  await screen.until('${what} · 编辑中 1 条')
  await screen.until('a 公布')
  screen.press('a')
  ${on('public', "await screen.until('是否继续？')\n  screen.press('y')")}
  await screen.until('《甲》已公布 · z 撤销')
  expect(await statusOf()).toBe(1)
  screen.press('2')
  await screen.until('已公布 1 条')
  await screen.until('r 撤回')
  screen.press('r')
  await screen.until('撤回《甲》的理由')
  screen.press('2', 'enter')
  await screen.until('《甲》已撤回 · z 撤销')
  expect(await statusOf()).toBe(0)
})
`

const web = ({ area, what, path, on, off }: Names): string => `import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

browserTests('the screen of ${what}', () => {
  const office = openOffice()

  test('adds, changes${on('state', ', publishes')} and deletes', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/${path}')
    await page.getByRole('button', { name: '新增${what}' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('标题').fill('甲')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /甲/ })
    await row.getByRole('button', { name: '编辑' }).click()
    await dialog.getByLabel('标题').fill('乙')
    await dialog.getByRole('button', { name: '保存' }).click()
    const changed = page.getByRole('row', { name: /乙/ })
${on(
  'state',
  `    await changed.getByRole('link', { name: '乙' }).click()
    const steps = page.getByRole('region', { name: '办理记录' })
    await page.getByRole('button', { name: /^公\\s*布$/ }).click()
    ${on('public', "await dialog.getByRole('button', { name: /^公\\s*布$/ }).click()")}
    await steps.getByText('公布', { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: /撤销/ }).click()
    await page.getByText(/《乙》已公布 · 已撤销/).waitFor()
    await page.getByRole('link', { name: '返回${what}' }).click()
`,
)}${on(
  'child',
  `    await changed.getByRole('link', { name: '乙' }).click()
    await page.getByRole('button', { name: '新增条目' }).click()
    await dialog.getByLabel('名称').fill('第一条')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByRole('row', { name: /第一条/ }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: '返回${what}' }).click()
`,
)}    await changed.getByRole('checkbox').check()
${off(
  'state',
  `    await page.getByRole('button', { name: '删除（1）' }).click()
    await page.getByRole('textbox', { name: /请输入项数 1 确认/ }).fill('1')
    await dialog.getByRole('button', { name: '删除' }).click()
`,
)}${on(
  'state',
  `    await page.getByRole('button', { name: '删除（1）' }).click()
    await dialog.getByRole('button', { name: /删\\s*除|确\\s*定/ }).click()
`,
)}    await changed.waitFor({ state: 'detached' })
    expect((await office.admin.call('${area}.list')).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
`

/** One test per layer: each says what the area promises there. */
export const testFiles = (names: Names): Readonly<Record<string, string>> => {
  const { area, on } = names
  return {
    [`tests/server/${area}.test.ts`]: server(names),
    [`tests/cli/${area}.test.ts`]: cli(names),
    [`tests/web/${area}.test.ts`]: web(names),
    ...(on('state', 'yes') && { [`tests/tui/${area}.test.ts`]: tui(names) }),
  }
}
