import type { Names } from './names.ts'

/** One test per layer: each says what the area promises there. */
export const testFiles = ({ area, what, path, on }: Names): Readonly<Record<string, string>> => ({
  [`tests/server/${area}.test.ts`]: `import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.ts'
import { ${on('parent', 'makeDept, ')}type Person, startServer, type TestServer } from '../support/server.ts'

describe.each(databases)('${area} on %s', (database) => {
  let server: TestServer
  let admin: Person
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
  })
  afterAll(() => server.close())

  test('is added, found, changed and deleted', async () => {
    const { value } = await admin.call('${area}.add', { name: '甲' })
    expect(value).toMatchObject({ name: '甲', version: 1 })
    expect((await admin.call('${area}.list', { name: '甲' })).value).toMatchObject({ total: 1, list: [value] })
    expect((await admin.call('${area}.get', { id: value.id })).value).toEqual(value)
    const changed = await admin.call('${area}.edit', { id: value.id, version: 1, name: '乙' })
    expect(changed.value).toMatchObject({ id: value.id, name: '乙', version: 2 })
    expect(await admin.call('${area}.edit', { id: value.id, version: 1, name: '丙' })).toMatchObject({ errorCode: 'STALE' })
    expect((await admin.call('${area}.dels', { ids: [value.id] })).value).toEqual({ done: [value.id], failed: [] })
    expect(await admin.call('${area}.get', { id: value.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })
${on(
  'parent',
  `
  test('belongs to a department, which stays as long as it does', async () => {
    const deptId = await makeDept(server)
    const { value } = await admin.call('${area}.add', { name: '部门的', deptId })
    expect(value).toMatchObject({ deptId: String(deptId), deptName: '办公室' })
    expect((await admin.call('${area}.list', { deptId })).value.total).toBe(1)
    expect(await admin.call('dept.del', { id: deptId })).toMatchObject({ errorCode: 'BAD_STATE' })
  })
`,
)}${on(
  'public',
  `
  test('strangers read ${on('state', 'what is published, and ') || ''}no more of it than its name', async () => {
    await admin.call('${area}.add', { name: '公开的'${on('state', ', state: 1')} })
    ${on('state', `await admin.call('${area}.add', { name: '编辑中的' })`)}
    const { value } = await server.anyone.call('${area}.webList', { name: '的' })
    const names = value.list.map((one: { name: string }) => one.name)
    expect(names).toContain('公开的')
    ${on('state', "expect(names).not.toContain('编辑中的')")}
    expect(Object.keys(value.list[0])).toEqual(['id', 'name'])
  })
`,
)}${on(
  'child',
  `
  test('has rows below it, which go with it', async () => {
    const { value } = await admin.call('${area}.add', { name: '有条目的' })
    const entry = (await admin.call('${area}.entryAdd', { parentId: value.id, name: '条目' })).value
    await admin.call('${area}.entryEdit', { id: entry.id, name: '改过的条目' })
    expect((await admin.call('${area}.entries', { parentId: value.id })).value.list).toMatchObject([{ name: '改过的条目' }])
    expect((await admin.call('${area}.get', { id: value.id })).value).toMatchObject({ entryCount: 1 })
    expect((await admin.call('${area}.dels', { ids: [value.id] })).value.failed).toEqual([])
    expect(await admin.call('${area}.entry', { id: entry.id })).toMatchObject({ errorCode: 'NOT_FOUND' })
  })
`,
)}})
`,
  [`tests/cli/${area}.test.ts`]: `import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('${what} are added, listed, changed and deleted by command', async () => {
  const added = JSON.parse((await home.xzx('${area} add --name 甲 --json')).out)
  expect(added).toMatchObject({ name: '甲' })
  expect((await home.xzx(\`${area} edit \${added.id} --name 乙\`)).code).toBe(0)
  expect((await home.xzx('${area} list')).out).toContain('乙')
  expect(await home.xzx(\`${area} del \${added.id} --yes --format count\`)).toMatchObject({ code: 0, out: '1\\n' })
  expect((await home.xzx('${area} list --format count')).out).toBe('0\\n')
})
`,
  [`tests/web/${area}.test.ts`]: `import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the screen of ${what}', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'] })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('adds, changes and deletes', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await at.go('/main/${path}')
    await page.getByRole('button', { name: '新增${what}' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名称').fill('甲')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /甲/ })
    await row.getByRole('button', { name: '编辑' }).click()
    await dialog.getByLabel('名称').fill('乙')
    await dialog.getByRole('button', { name: '保存' }).click()
    const changed = page.getByRole('row', { name: /乙/ })
${on(
  'child',
  `
    await changed.getByRole('link', { name: '条目' }).click()
    await page.getByRole('button', { name: '新增条目' }).click()
    await dialog.getByLabel('名称').fill('第一条')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByRole('row', { name: /第一条/ }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: '返回${what}' }).click()
`,
)}    await changed.getByRole('checkbox').check()
    await page.getByRole('button', { name: '删除（1）' }).click()
    await page.getByRole('textbox', { name: /请输入项数 1 确认/ }).fill('1')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await changed.waitFor({ state: 'detached' })
    expect((await admin.call('${area}.list')).value.total).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
`,
})
