import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { anArticle, makeColumn } from '../support/server.ts'

browserTests('what the console asks before, and what it keeps to itself', () => {
  const office = openOffice()
  const { save, publish, view, move } = office

  const titleField = (page: Page) => page.getByLabel('标题', { exact: true })
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

  test('a revision that waits is saved where it is: nothing in its form takes it out of the audit', async () => {
    const id = await publish('在线的原文')
    await office.admin.call('article.update', { articleId: id, title: '已提交的修订' })
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    await titleField(page).fill('又改了一处的修订')
    await expect
      .poll(() => page.locator('.form-foot button').allTextContents())
      .toEqual(['取消', '内容检测', '预览', '保存'])
    await press(page, '保存')
    await expect.poll(() => view(id)).toMatchObject({ status: 2, review: { status: 1, title: '又改了一处的修订' } })
    await page.getByText('保存成功').waitFor()
    await move('accept', id)
    await page.reload()
    await page.getByText('修订已通过初审，改动后须重新初审。').waitFor()
    await titleField(page).fill('初审后再改')
    await press(page, '保存')
    await expect.poll(() => view(id)).toMatchObject({ review: { status: 1, title: '初审后再改' } })
    await office.admin.call('article.acceptReject', { items: [{ articleId: id, reason: '请核对' }] })
    await page.reload()
    await page.getByRole('button', { name: '存为修订草稿' }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a key of habit puts nothing before visitors: Ctrl+S and Enter in a field ask, a press does not', async () => {
    const at = await office.sit()
    const { page } = at
    const question = page.getByRole('dialog').filter({ hasText: '保存后随即显示在网站上，是否保存？' })
    const form = page.locator('.row-dialog')
    const total = async (area: string) => (await office.admin.call(`${area}.list`)).value.total
    await at.go('/main/article/announcement')
    await press(page, '新增公告')
    await form.getByLabel('标题').fill('写了一半的公告')
    await form.getByRole('textbox', { name: '内容' }).fill('还没有写完')
    await page.keyboard.press('Control+s')
    await question.waitFor()
    await expect.poll(() => focused(page)).toMatch(/^取\s?消$/)
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await total('announcement')).toBe(0)
    await form.getByLabel('开始时间').fill('2099-01-01T08:00')
    await page.keyboard.press('Control+s')
    await page.getByText('保存成功').waitFor()
    expect(await question.count()).toBe(0)
    // what was to be saved is saved: the button leads back
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText('没有修改').count()).toBe(0)

    await at.go('/main/system/hotWord')
    await press(page, '新增热词')
    await form.getByLabel('热词').fill('供暖')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: '取消' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await total('hot')).toBe(0)
    await form.getByRole('button', { name: '保存' }).focus()
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    expect(await total('hot')).toBe(1)

    await at.go('/main/system/siteSet')
    await page.getByLabel('图片最长边').fill('1600')
    await page.keyboard.press('Control+s')
    await page.getByText('保存成功').waitFor()
    await page.getByLabel('联系电话').fill('0000-7654321')
    await page.keyboard.press('Control+s')
    await question.getByRole('button', { name: '取消' }).click()
    const stored = (name: string) => office.admin.call('setting.get', { name })
    expect((await stored('site.phone')).value.value).toBe('0000-0000000')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a notice goes when its time is over, also where its words are said again while it leaves; a success takes the warning of its form away', async () => {
    await office.admin.call('hot.add', { name: '停用的热词', sort: 0, enabled: 0 })
    const stored = async () => (await office.admin.call('hot.list', { enabled: 0 })).value.list[0].name
    const at = await office.sit()
    const { page } = at
    // as most screens have it: a notice takes a while to leave
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.clock.install()
    await at.go('/main/system/hotWord')
    // long enough to be met
    await page.addStyleTag({
      content: '.ant-message * { animation-duration: 1s !important; transition-duration: 1s !important }',
    })
    await page.getByRole('button', { name: '编辑「停用的热词」' }).click()
    const word = page.locator('.row-dialog').getByLabel('热词')
    const save = async (text: string) => {
      await word.fill(text)
      await page.keyboard.press('Control+s')
    }
    const saved = page.getByText('保存成功')
    const refused = page.getByText(/没有保存到服务器/)
    await save('')
    await refused.waitFor()
    await save('一')
    await saved.waitFor()
    await refused.waitFor({ state: 'detached' })
    await page.clock.runFor(3000)
    await save('二')
    await expect.poll(stored).toBe('二')
    // the second one is said when its answer has come, and goes three seconds after that
    const left = async () => {
      await page.clock.runFor(500)
      return saved.count()
    }
    await expect.poll(left).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('before a deletion stands what is deleted, in which state, and whose it is', async () => {
    const writer = await office.server.person({ roles: ['staff'], columns: [office.column] })
    await writer.call('article.saveRole', anArticle(office.column, { title: '要删的甲' }))
    await save({ title: '要删的乙' })
    await publish('要删的丙')
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    await at.go('/main/article/essay?title=%E8%A6%81%E5%88%A0%E7%9A%84')
    for (const one of ['甲', '乙', '丙']) await page.getByRole('checkbox', { name: `选择《要删的${one}》` }).check()
    await press(page, '删除（2）')
    const states = '待审核 1 篇、编辑中 1 篇；其中 1 篇由他人撰写'
    const says = `将删除 2 项（《要删的甲》、《要删的乙》）：${states}；删除后可在回收站恢复。另有 1 项的状态不符，不处理。是否继续？`
    await expect.poll(() => dialog.locator('.ant-modal-confirm-content').textContent()).toBe(says)
    await expect.poll(() => focused(page)).toMatch(/^取\s?消$/)
    await dialog.getByRole('button', { name: '删除' }).click()
    await page.getByText('共 1 条').waitFor()
    await at.go('/main/article/essay/recycle?title=%E8%A6%81%E5%88%A0%E7%9A%84%E4%B9%99')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await press(page, '彻底删除（1）')
    await dialog
      .getByText('将彻底删除 1 项（《要删的乙》）：编辑中 1 篇；删除后无法恢复。请输入项数 1 确认', { exact: true })
      .waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('marks are kept over pages, and not under another tab or filter', async () => {
    for (let n = 1; n <= 11; n++) await save({ title: `勾选样稿${n}` })
    const at = await office.sit()
    const { page } = at
    const marked = page.getByText(/^已选 \d+ 项$/)
    await at.go('/main/article/essay?status=3&title=%E5%8B%BE%E9%80%89%E6%A0%B7%E7%A8%BF')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByText('已选 10 项').waitFor()
    await page.getByTitle('下一页').click()
    // the page before stands there, marked, until the next one has come
    await page.getByRole('checkbox', { name: '选择本页', checked: false }).check()
    await page.getByText('已选 11 项').waitFor()
    await page.getByRole('link', { name: /^已发布/ }).click()
    await page.getByText('没有符合条件的文章').waitFor()
    await expect.poll(() => marked.count()).toBe(0)
    await page.goBack()
    await page.getByText('共 11 条').waitFor()
    await expect.poll(() => marked.count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the key Z asks before it takes something off the site; a revision that was submitted is taken back too', async () => {
    const [one, two] = [await save({ title: '待撤的甲', status: 1 }), await publish('待撤的乙')]
    await move('accept', one)
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    const last = page.locator('.last-act')
    await at.go('/main/article/essay?status=0&title=%E5%BE%85%E6%92%A4')
    await page.getByRole('checkbox', { name: '选择《待撤的甲》' }).check()
    await press(page, '发布（1）')
    await dialog.getByRole('button', { name: '发布' }).click()
    await last.getByText('《待撤的甲》已发布 ·').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await dialog.getByText(/^将撤销 \d\d:\d\d 的操作：《待撤的甲》 1 篇已发布。新发布的网页随即从网站撤下/).waitFor()
    await expect.poll(() => focused(page)).toMatch(/^取\s?消$/)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => view(one)).toMatchObject({ status: 2 })
    await at.go(`/main/article/essay/${two}`)
    await titleField(page).fill('待撤的乙改过')
    await press(page, '提交修订')
    await page.waitForURL('**/main/article/essay')
    await page.getByText('修订：待撤的乙改过').first().waitFor()
    await last.getByText('《待撤的乙改过》已提交审核 ·').waitFor()
    await page.keyboard.press('z')
    await dialog.getByText(/的操作：《待撤的乙改过》 1 篇已提交审核。不再待审，写好的内容保留。是否继续？$/).waitFor()
    await dialog.getByRole('button', { name: '撤销', exact: true }).click()
    await last.getByText('《待撤的乙改过》已提交审核 · 已撤销').waitFor()
    await expect
      .poll(() => view(two))
      .toMatchObject({
        status: 2,
        title: '待撤的乙',
        review: { status: 3, title: '待撤的乙改过' },
      })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('restoring a step of what is online says that it becomes a revision, and which one it replaces', async () => {
    const id = await publish('恢复的原文')
    await office.admin.call('article.update', { articleId: id, title: '恢复前的修订' })
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    await at.go(`/main/article/essay/${id}/history`)
    await page.getByRole('button', { name: /^1\. / }).click()
    await press(page, '恢复到这一步')
    const says = '恢复的内容作为修订提交审核，审核通过前网站上的原文不变。现有的修订将被替换，不再保留在待办中。'
    await dialog.getByText(says).waitFor()
    await dialog.getByRole('button', { name: /^确\s?定$/ }).click()
    await page.getByText('内容与网站上的原文相同，没有需要审核的修改').waitFor()
    await expect.poll(() => view(id)).toMatchObject({ review: { title: '恢复前的修订' } })
    await office.admin.call('article.acceptReject', { items: [{ articleId: id, reason: '不改了' }] })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a form leads back to the list as it was narrowed', async () => {
    await save({ title: '回到原处的稿' })
    const at = await office.sit()
    const { page } = at
    for (const leave of ['取消', '提交审核']) {
      await at.go('/main/article/essay?status=3&size=200')
      await page.getByRole('link', { name: '回到原处的稿', exact: true }).click()
      await page.getByRole('textbox', { name: '正文' }).waitFor()
      await press(page, leave)
      await page.waitForURL('**/main/article/essay?status=3&size=200')
    }
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what cannot be saved yet is kept here, and that is said; a failure is told in words and goes with the next success', async () => {
    const at = await office.sit(office.admin, { expected: /Failed to load resource/ })
    const { page } = at
    await at.go('/main/article/essay/add')
    await titleField(page).fill('半篇稿子')
    await page.getByRole('textbox', { name: '正文' }).click()
    await page.keyboard.type('开头')
    await press(page, '存为草稿')
    await page.getByText('还有内容没有填好，没有保存到服务器；已填写的内容已在本机暂存').waitFor()
    await page.getByRole('combobox', { name: '栏目' }).click()
    await page.getByTitle('政协要闻').click()
    await page.route('**/api/article/save/admin*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await press(page, '存为草稿')
    const fault = page.locator('.ant-notification-notice', { hasText: '服务器异常' })
    await fault.getByText(/^请稍后重试，填写的内容保留在本页/).waitFor()
    await page.unroute('**/api/article/save/admin*')
    await press(page, '存为草稿')
    await page.getByText('保存成功').waitFor()
    await fault.waitFor({ state: 'detached', timeout: 2000 })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the form of who wrote it says that an accepted text is accepted anew, and at once what a time to come leads to', async () => {
    const writer = await office.server.person({ roles: ['staff'], columns: [office.column] })
    const { value } = await writer.call('article.saveRole', anArticle(office.column, { title: '已通过初审的稿' }))
    await move('accept', value.articleId)
    const at = await office.sit(writer)
    const { page } = at
    await at.go(`/main/article/essay/${value.articleId}`)
    await page.getByText('文章已通过初审，等待发布：改动保存后须重新初审。').waitFor()
    await page.getByLabel('发布时间').fill('2099-01-02T08:00:00')
    await page.getByText('审核通过后，到 2099-01-02 08:00 自动发布').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a published text takes no time to come: the form says so at once', async () => {
    const at = await office.open(await publish('已经在线'))
    const { page } = at
    await page.getByLabel('发布时间', { exact: true }).fill('2099-01-02T08:00')
    await press(page, '提交修订')
    await page.getByText('已在网站上的文章不能定时发布，请改为不晚于现在的时间，或清空').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('ready-made reasons are added to what was typed, and taken away by another press', async () => {
    const id = await publish('要下架的')
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    await press(page, '下架')
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByLabel('理由')
    await reason.fill('附件打不开。')
    const [old, wrong] = ['内容已过期，不再适用', '内容有误，更正后重新发布']
    const preset = (name: string) => dialog.getByRole('button', { name })
    await preset(old).click()
    await preset(wrong).click()
    await expect.poll(() => reason.inputValue()).toBe(`附件打不开；${old}；${wrong}`)
    await expect.poll(() => preset(old).getAttribute('aria-pressed')).toBe('true')
    await preset(old).click()
    await expect.poll(() => reason.inputValue()).toBe(`附件打不开；${wrong}`)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a reason that was typed stays until it is given: a click beside it, Esc and a page loaded anew do not take it', async () => {
    const [id, other] = [await publish('写着理由的'), await publish('另一篇')]
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByLabel('理由')
    const ask = async (articleId: string) => {
      await at.go(`/main/article/essay/${articleId}`)
      await press(page, '下架')
      await reason.waitFor()
    }
    await ask(id)
    await reason.fill('数字有误，待核对')
    await page.mouse.click(20, 600)
    await page.keyboard.press('Tab')
    await expect.poll(() => reason.inputValue()).toBe('数字有误，待核对')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await ask(other)
    await expect.poll(() => reason.inputValue()).toBe('')
    await ask(id)
    await expect.poll(() => reason.inputValue()).toBe('数字有误，待核对')
    await dialog.getByRole('button', { name: '下架' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await view(id)).reason).toBe('数字有误，待核对')
    const left = () => page.evaluate(() => Object.values(sessionStorage).filter((text) => text.includes('数字有误')))
    await expect.poll(left).toEqual([])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('publishing from the form asks first, on 取消', async () => {
    const id = await save({ title: '等待发布', status: 1 })
    await move('accept', id)
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    await titleField(page).fill('改过再发布')
    await press(page, '保存并发布')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('将保存并发布《改过再发布》：随即出现在网站上。是否继续？').waitFor()
    await expect.poll(() => focused(page)).toMatch(/^取\s?消$/)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => view(id)).toMatchObject({ status: 0, title: '等待发布' })
    await press(page, '保存并发布')
    await dialog.getByRole('button', { name: '保存并发布' }).click()
    await expect.poll(() => view(id)).toMatchObject({ status: 2, title: '改过再发布' })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what has been published lately stands under the title that visitors see', async () => {
    const reader = await office.server.person({ roles: ['readonly'] })
    const id = await publish('网站上的标题')
    await office.admin.call('article.update', { articleId: id, title: '还没有批准的标题' })
    const at = await office.sit(reader)
    const { page } = at
    await at.go('/main/home/desk')
    await page.getByRole('region', { name: '最近发布' }).getByRole('link', { name: '网站上的标题' }).waitFor()
    await expect.poll(() => page.getByText('还没有批准的标题').count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a place on the front page that needs a picture is shown, and holds a submission back, not a draft', async () => {
    const id = await save({ title: '没有封面的幻灯片', essayList: '3' })
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    const place = page.locator('.ant-select-selection-item', { hasText: '幻灯片' })
    await place.waitFor()
    const refused = page.getByText('首页展示为幻灯片或图片新闻的文章要有封面图片：请上传，或取消该项')
    await press(page, '提交审核')
    await refused.waitFor()
    expect((await view(id)).status).toBe(3)
    await page.getByLabel('来源').fill('办公室')
    await press(page, '保存')
    await page.getByText('保存成功').waitFor()
    await expect.poll(() => view(id)).toMatchObject({ status: 3, source: '办公室', essayList: '3' })
    await press(page, '提交审核')
    await refused.waitFor()
    await place.locator('.ant-select-selection-item-remove').click()
    await refused.waitFor({ state: 'detached' })
    await press(page, '提交审核')
    await expect.poll(() => view(id)).toMatchObject({ status: 1, essayList: null })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('pictures that nobody hears of are asked about before a submission', async () => {
    const long = '<p>会议听取了通报。</p>'.repeat(60)
    const content = `<p>会场<img src="/uploads/b.png" alt="主席台"></p>${long}<p><img src="/uploads/a.png"></p>`
    const id = await save({ title: '有图的文章', content })
    const at = await office.sit(office.admin, { expected: /404/ })
    const { page } = at
    const dialog = page.getByRole('dialog')
    await at.go(`/main/article/essay/${id}`)
    await page.getByRole('textbox', { name: '正文' }).waitFor()
    await press(page, '提交审核')
    await dialog.getByText('正文有 1 张图片没有图片说明，视障读者无法了解其内容。').waitFor()
    await expect.poll(() => focused(page)).toBe('去填写')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // it leads to the picture itself, chosen, and to the field that is empty
    const words = page.getByLabel('图片说明')
    await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true)
    const chosen = page.locator('.ProseMirror img.ProseMirror-selectednode')
    await expect.poll(() => chosen.getAttribute('src')).toContain('a.png')
    const inSight = () => chosen.evaluate((img) => img.getBoundingClientRect().bottom <= innerHeight)
    await expect.poll(() => inSight()).toBe(true)
    expect((await view(id)).status).toBe(3)
    await page.keyboard.type('会议现场')
    await press(page, '保存')
    await page.getByText('保存成功').waitFor()
    expect((await view(id)).content).toContain('alt="会议现场"')
    await words.fill('')
    await press(page, '提交审核')
    await dialog.getByRole('button', { name: '仍然提交' }).click()
    await expect.poll(() => view(id)).toMatchObject({ status: 1 })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who leaves a form is told that the browser keeps what was typed', async () => {
    const id = await save({ title: '写到一半就走' })
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    const kept = '内容尚未保存，确认离开吗？填写的内容已暂存在此浏览器中，再次打开时可恢复。'
    await at.go(`/main/article/essay/${id}`)
    await titleField(page).fill('走之前改的')
    await press(page, '取消')
    await dialog.getByText(kept, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: '离开' }).click()
    await page.waitForURL('**/article/essay')
    await at.go(`/main/article/essay/${id}`)
    await press(page, '恢复草稿')
    await expect.poll(() => titleField(page).inputValue()).toBe('走之前改的')
    await at.go('/main/article/column')
    await page.locator('.ant-tree-node-content-wrapper').first().click()
    await page.getByLabel('栏目名称').fill('改了一半')
    await press(page, '取消')
    await dialog.getByText(kept, { exact: true }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a search without results says so and leads out of it; dates the wrong way round are not searched for', async () => {
    await save({ title: '找得到的' })
    const at = await office.sit()
    const { page } = at
    const none = page.getByText('没有符合条件的文章')
    await at.go('/main/article/essay?status=5&title=%E6%B2%A1%E6%9C%89')
    await none.waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('link', { name: '新增文章' }).count()).toBe(0)
    await press(page, '清除筛选')
    await page.waitForURL('**/essay?status=5')
    await expect.poll(() => page.getByLabel('标题', { exact: true }).inputValue()).toBe('')
    await at.go('/main/article/essay?status=2&mine=1&columnId=99999')
    await none.waitFor()
    await press(page, '清除筛选')
    await page.waitForURL('**/essay?status=2&mine=1')

    await at.go('/main/article/essay?startTime=2026-11-20&title=%E6%89%BE')
    await page.getByLabel('发布时间止').fill('2026-11-01')
    await page.getByRole('alert').getByText('发布时间的止日早于起日，请更正').waitFor()
    await press(page, '查询')
    expect(page.url()).not.toContain('endTime')
    await page.getByLabel('发布时间止').fill('2026-11-21')
    await page.waitForURL(/endTime=2026-11-21/)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a revision that counts in two tabs is told of beside them', async () => {
    const other = await makeColumn(office.server, '只此两篇')
    const at = await office.sit()
    const { page } = at
    const twice = page.getByText('1 篇有修订，计入两处')
    const id = await publish('计两次的')
    await office.admin.call('article.update', { articleId: id, columnId: other })
    await move('accept', id)
    await move('approve', id)
    await at.go(`/main/article/essay?columnId=${other}`)
    await page.getByText('共 1 条').waitFor()
    await expect.poll(() => twice.count()).toBe(0)
    await office.admin.call('article.update', { articleId: id, title: '修订' })
    await page.reload()
    await twice.waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('what waits is readable under the pointer, and leads a writer to what was rejected', async () => {
    const writer = await office.server.person({ roles: ['staff'], columns: [office.column] })
    const { articleId } = (await writer.call('article.saveRole', anArticle(office.column, { title: '退回来的' }))).value
    await office.admin.call('article.acceptReject', { items: [{ articleId, reason: '请核对' }] })
    const at = await office.sit(writer)
    const { page } = at
    await at.go('/main/home/desk')
    const bell = page.getByRole('button', { name: '待办 1 项' })
    await bell.hover()
    await expect.poll(() => bell.evaluate((link) => getComputedStyle(link).color)).toBe('rgb(255, 255, 255)')
    expect(await axeFaults(page)).toEqual([])
    await bell.click()
    await page
      .getByRole('menuitem', { name: /^文章被驳回的本人文章/ })
      .getByRole('link')
      .click()
    await page.waitForURL('**/essay?mine=1&status=4')
    await page.getByRole('link', { name: '退回来的', exact: true }).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
