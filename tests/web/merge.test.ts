import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { anArticle, makeColumn, makeDept, type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('departments and people that come under another one', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'], name: '管理者' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each([1440, 390])(
    '%i px: a department is taken up by another, and it is seen before what follows',
    async (width) => {
      const [old, into] = [await makeDept(server, `经信委${width}`), await makeDept(server, `工信局${width}`)]
      const writer = await server.person({ roles: ['admin'], deptId: old })
      await writer.call('article.saveAdmin', anArticle(await makeColumn(server, `栏目${width}`)))
      await makeDept(server, '同名股', old)
      const twin = await makeDept(server, '同名股', into)
      const { page, go } = await sitDown(browser, server, admin, { width })
      await go(`/main/system/department?dept=${old}`)
      await page.getByRole('button', { name: '并入……' }).click()
      const dialog = page.getByRole('dialog')
      await expect.poll(() => dialog.getByRole('combobox').evaluate((it) => it === document.activeElement)).toBe(true)
      const ok = dialog.getByRole('button', { name: '并入', exact: true })
      expect(await ok.isDisabled()).toBe(true)
      await dialog.getByRole('combobox').fill(`工信局${width}`)
      await page
        .locator('.ant-select-tree-title', { hasText: `工信局${width}` })
        .last()
        .click()
      await dialog.getByText('会有重复的部门：「同名股」').waitFor()
      expect(await ok.isDisabled()).toBe(true)
      await admin.call('dept.save', { id: twin, name: '另名股' })
      await dialog.getByRole('button', { name: '取消' }).click()
      await page.getByRole('button', { name: '并入……' }).click()
      await dialog.getByRole('combobox').fill(`工信局${width}`)
      await page
        .locator('.ant-select-tree-title', { hasText: `工信局${width}` })
        .last()
        .click()
      await dialog.getByText(/1 篇文章.*改属「工信局/).waitFor()
      await ok.click()
      await dialog.getByText('请输入原因').waitFor()
      expect(await axeFaults(page)).toEqual([])
      await dialog.getByLabel('原因').fill('机构改革')
      await ok.click()
      // who newly sees more is asked about as with every change of rights
      const more = page.getByRole('button', { name: /仍然保存|继续|确定/ })
      const sees = () => page.getByRole('treeitem', { name: new RegExp(`经信委${width}.*已并入「工信局${width}」`) })
      await expect
        .poll(async () => {
          if (await more.isVisible()) await more.click()
          return page.url()
        })
        .toContain(`dept=${into}`)
      await page.getByText(/^已把部门「经信委.*1 篇文章.*改属「工信局.*停用$/).waitFor()
      if (width > 860) await sees().waitFor()
      expect((await admin.call('dept.view', { id: old })).value).toMatchObject({ state: 1, intoName: `工信局${width}` })
    },
  )

  test.each([1440, 390])('%i px: marked users are moved to another department', async (width) => {
    const [from, to] = [await makeDept(server, `水利局${width}`), await makeDept(server, `教育局${width}`)]
    const people = [
      await server.person({ roles: ['staff'], deptId: from, name: `江一${width}` }),
      await server.person({ roles: ['staff'], deptId: from, name: `江二${width}` }),
    ]
    const { page, go } = await sitDown(browser, server, admin, { width })
    await go(`/main/system/user?deptId=${from}`)
    for (const { account } of people) await page.getByRole('checkbox', { name: new RegExp(`（${account}）`) }).check()
    await page.getByRole('button', { name: '转部门（2）' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('combobox').evaluate((it) => it === document.activeElement)).toBe(true)
    await dialog.getByText(/将把 2 名用户转到其他部门.*以前的文章、任务等留在原部门/).waitFor()
    await dialog.getByRole('button', { name: '转部门' }).click()
    await dialog.getByText('请选择转入的部门').last().waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('combobox').fill(`教育局${width}`)
    await page
      .locator('.ant-select-tree-title', { hasText: `教育局${width}` })
      .last()
      .click()
    await dialog.getByLabel('原因').fill('调动')
    await dialog.getByRole('button', { name: '转部门' }).click()
    const depts = async () =>
      Promise.all(people.map(async ({ userId }) => (await admin.call('user.view', { id: userId })).value.deptId))
    await expect.poll(depts).toEqual([String(to), String(to)])
  })
})
