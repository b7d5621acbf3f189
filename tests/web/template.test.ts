import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fieldOptions } from '../../web/parts/code/complete.ts'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'

test('what is completed follows loops and names that were given', () => {
  const field = (name: string) => ({ name, kind: '文字', says: null, sample: null })
  const fields = ['site', 'site.nav', 'site.nav[].title', 'site.nav[].children', 'site.nav[].children[].url'].map(field)
  const offered = (before: string, typed: string) => fieldOptions(fields, before, typed).map(({ label }) => label)
  expect(offered('', 's')).toEqual(['site'])
  expect(offered('', 'site.')).toEqual(['nav'])
  const loop = '{% for one in site.nav %}{% for below in one.children %}'
  expect(offered(loop, 'o')).toEqual(['one', 'below', 'site'])
  expect(offered(loop, 'one.')).toEqual(['title', 'children'])
  expect(offered(loop, 'below.u')).toEqual(['url'])
  // a name that stands for itself leads nowhere
  expect(offered('{% assign a = b %}{% assign b = a %}', 'a.x')).toEqual([])
})

browserTests('the screens of 模板', () => {
  const office = openOffice()
  const editor = (fileName: string) => `/main/system/templateEditor?file=${encodeURIComponent(fileName)}`
  const stored = async (fileName: string) =>
    (await office.admin.call('template.readFileContent', { fileName })).value as { content: string; version: number }
  const code = (page: Page) => page.getByRole('textbox', { name: /的内容$/ })
  /** Puts a text into the editor in place of what stands there. */
  const write = async (page: Page, text: string) => {
    await code(page).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
  }
  const question = (page: Page) => page.locator('.ant-modal-confirm')
  const answer = async (page: Page, button: string) => {
    await question(page).getByRole('button', { name: button, exact: true }).click()
    await question(page).waitFor({ state: 'detached' })
  }

  test('what is wrong is marked at its line and not saved; what is right is asked about by Ctrl+S, saved by the button', async () => {
    const at = await office.sit(office.admin, { expected: /Failed to load resource/ })
    const { page } = at
    const fileName = 'default/404.liquid'
    await at.go(editor(fileName))
    await code(page).waitFor()
    const before = await stored(fileName)
    await write(page, '<h1>找不到</h1>\n<p>{{ site.name | shout }}</p>\n')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    const wrong = page.getByRole('button', { name: /404\.liquid 第 2 行.*没有这个过滤器：shout/ })
    await wrong.waitFor()
    expect(await page.locator('.code-line.code-fault').textContent()).toContain('shout')
    expect((await stored(fileName)).version).toBe(before.version)
    expect(await axeFaults(page)).toEqual([])
    await wrong.click()
    const cursor = () => code(page).evaluate((area) => (area as HTMLTextAreaElement).selectionStart)
    await expect.poll(cursor).toBeGreaterThan('<h1>找不到</h1>'.length)

    await write(page, '<h1>这一页找不到了</h1>\n')
    await page.keyboard.press('Control+s')
    await question(page).getByText('随即重新生成').waitFor()
    await answer(page, '取消')
    expect((await stored(fileName)).version).toBe(before.version)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('保存成功').waitFor()
    expect(await stored(fileName)).toMatchObject({ content: '<h1>这一页找不到了</h1>\n', version: 1 })
    await page.locator('.toolbar').getByText('已修改').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('names are completed', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go(editor('default/404.liquid'))
    await page.getByRole('button', { name: /^site\.name 网站名称/ }).waitFor()
    await write(page, '')
    await page.keyboard.type('{{ site.na')
    const first = page.getByRole('option').filter({ hasText: '网站名称' })
    await first.click()
    await expect.poll(() => code(page).inputValue()).toContain('{{ site.name')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what was typed is kept when its screen is left, and offered again', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go(editor('default/search.liquid'))
    await code(page).waitFor()
    await write(page, '<p>没有保存的话</p>')
    await page.getByText('有未保存的修改').waitFor()
    await page.getByRole('link', { name: '返回文件' }).click()
    await question(page).getByText('已暂存在此浏览器中').waitFor()
    await answer(page, '离开')
    await page.getByRole('tree').waitFor()
    await at.go(editor('default/search.liquid'))
    await page.getByRole('button', { name: '恢复草稿' }).click()
    await expect.poll(() => code(page).inputValue()).toContain('没有保存的话')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('an unsaved text is seen on an article that is chosen by its title', async () => {
    await office.publish('主席会议召开')
    await office.publish('全会闭幕')
    const at = await office.sit()
    const { page } = at
    await at.go(editor('default/article.liquid'))
    await code(page).waitFor()
    await write(page, '<h1>样子：{{ article.title }}</h1>')
    await page.getByRole('button', { name: '预览', exact: true }).click()
    const picker = page.getByRole('combobox', { name: '预览所用的文章' })
    await picker.click()
    await picker.fill('闭幕')
    await page.locator('.ant-select-item-option').filter({ hasText: '全会闭幕' }).click()
    const frame = page.frameLocator('iframe.preview')
    await frame.getByRole('heading', { name: '样子：全会闭幕' }).waitFor()
    expect((await stored('default/article.liquid')).version).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('somebody else was faster: both texts are shown, and the choice', async () => {
    const fileName = 'default/access.liquid'
    const at = await office.sit(office.admin, { expected: /Failed to load resource/ })
    const { page } = at
    await at.go(editor(fileName))
    await code(page).waitFor()
    await write(page, '<h1>我的</h1>')
    await office.admin.call('template.writeFileContent', { fileName, content: '<h1>别人的</h1>', version: 0 })
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('以下是您改过的内容').waitFor()
    expect(await page.getByRole('dialog').textContent()).toContain('别人')
    await page.getByRole('button', { name: '保留我的修改' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect.poll(async () => (await stored(fileName)).content).toBe('<h1>我的</h1>')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('wordings are compared with now, and one is brought back after a question', async () => {
    const fileName = 'default/subscribe.liquid'
    const was = await stored(fileName)
    for (const [n, content] of ['<p>第一稿</p>', '<p>第二稿</p>'].entries())
      await office.admin.call('template.writeFileContent', { fileName, content, version: n })
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/system/tempContent?file=${fileName}`)
    await page.getByRole('region', { name: '从第 1 版到现在的修改' }).getByText('− <p>第一稿</p>').waitFor()
    await page.getByText('+ <p>第二稿</p>').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '恢复第 1 版' }).click()
    await answer(page, '恢复')
    await page.getByText('第 3 版（现在的）').waitFor()
    expect((await stored(fileName)).content).toBe('<p>第一稿</p>')
    await page.getByRole('button', { name: /^原样/ }).click()
    await page.getByRole('button', { name: '恢复原样' }).click()
    await answer(page, '恢复')
    await expect.poll(async () => (await stored(fileName)).content).toBe(was.content)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the tree has folders first; files are uploaded, made, renamed, deleted and brought back', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/system/templateFile')
    const tree = page.getByRole('tree')
    await tree.waitFor()
    expect(
      await page.locator('.tree-side .ant-tree-treenode').filter({ hasText: /\S/ }).first().textContent(),
    ).toContain('assets')
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const bytes = { name: 'Logo.png', mimeType: 'image/png', buffer: png }
    await page.locator('input[type=file]').setInputFiles(bytes)
    await question(page).getByText('将新增 assets/logo.png').waitFor()
    await answer(page, '上传')
    await page.getByRole('img', { name: 'logo.png' }).waitFor()
    await page.getByRole('button', { name: '删除', exact: true }).click()
    await answer(page, '删除')
    await page.getByText('文件已删除').waitFor()
    await page.getByRole('link', { name: '修改记录' }).click()
    await page.getByRole('button', { name: '恢复第 1 版' }).click()
    await answer(page, '恢复')
    await page.getByRole('img', { name: 'logo.png' }).waitFor()

    await at.go('/main/system/templateFile')
    await page.getByRole('button', { name: '新建文件' }).click()
    const name = page.getByRole('textbox', { name: '文件名' })
    await name.fill('../x.liquid')
    await page.getByText('只用小写字母').waitFor()
    expect(await page.getByRole('button', { name: '去编辑' }).isDisabled()).toBe(true)
    await name.fill('list-wide.liquid')
    await page.getByRole('button', { name: '去编辑' }).click()
    await page.getByText('新文件').waitFor()
    await write(page, '<h1>{{ column.title }}</h1>')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('保存成功').waitFor()
    await page.getByRole('link', { name: '返回文件' }).click()
    await page.getByRole('button', { name: '改名' }).click()
    await page.getByRole('textbox', { name: '新文件名' }).fill('list-broad.liquid')
    await page.getByRole('dialog').getByRole('button', { name: '改名' }).click()
    await page.locator('.template-file b').getByText('list-broad.liquid').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('another skin is checked, asked about with what comes anew, and used; a new one is made and goes', async () => {
    const at = await office.sit(office.admin, { width: 390 })
    const { page } = at
    await at.go('/main/system/template')
    await page.getByRole('button', { name: '以它为基础新建 默认' }).click()
    await page.getByRole('textbox', { name: '标题' }).fill('全会期间')
    await page.getByRole('textbox', { name: '名称' }).fill('default')
    await page.getByRole('dialog').getByRole('button', { name: '新建' }).click()
    await page.locator('.ant-form-item-explain-error', { hasText: '「default」已存在' }).waitFor()
    await page.getByRole('textbox', { name: '名称' }).fill('quanhui')
    await page.getByRole('dialog').getByRole('button', { name: '新建' }).click()
    await page.getByRole('listitem', { name: '全会期间' }).waitFor()
    await page.getByRole('button', { name: '使用 大字、简洁' }).click()
    await question(page).getByText('首页、全部栏目和文章的网页').waitFor()
    await answer(page, '更换')
    await page.getByRole('listitem', { name: '大字、简洁' }).getByText('网站正在使用').waitFor()
    await page.getByRole('button', { name: '删除 全会期间' }).click()
    await answer(page, '删除')
    await page.getByRole('listitem', { name: '全会期间' }).waitFor({ state: 'detached' })
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '使用 默认' }).click()
    await answer(page, '更换')
    await page.getByRole('listitem', { name: '默认' }).getByText('网站正在使用').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who may only read has no button that writes', async () => {
    const { read, write: db } = office.server.parts.db
    const role = await read.selectFrom('role').select('id').where('alias', '=', 'readonly').executeTakeFirstOrThrow()
    const key = read.selectFrom('resource').select('id').where('alias', '=', 'template_templateSkin')
    const { id } = await key.executeTakeFirstOrThrow()
    await db.insertInto('roleResource').values({ roleId: role.id, resourceId: id }).execute()
    const at = await office.sit(await office.server.person({ roles: ['readonly'] }))
    await at.go('/main/system/template')
    await at.page.getByRole('button', { name: '检查 默认' }).click()
    await at.page.getByText('检查通过').waitFor()
    expect(await at.page.getByRole('button', { name: /新建|使用|删除/ }).count()).toBe(0)
    await at.go(editor('default/404.liquid'))
    await at.page.getByText('如需使用，请联系管理员开通权限').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
