import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults, browserTests, captchaOf, openBrowser, sitDown } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { paste } from '../support/paste.ts'
import { adminPassword } from '../support/process.ts'
import { anArticle, makeColumn } from '../support/server.ts'

browserTests('a day at the console', () => {
  const office = openOffice(adminPassword)
  const { save, publish, view } = office

  const articles = async (title: string) =>
    (await office.admin.call('article.list', { title })).value.list as { articleId: string; status: number }[]
  const content = (page: Page) => page.getByRole('textbox', { name: '正文' })

  const solveCaptcha = async (page: Page) =>
    page.getByLabel('验证码', { exact: true }).fill(await captchaOf(page, office.server))
  const logIn = (page: Page) => page.getByRole('button', { name: '登录', exact: true }).click()

  test('signs in with the errors in place, and returns to the kept address', async () => {
    const at = await office.sit(null)
    const { page } = at
    await at.go('/main/article/essay?title=%E6%8F%90%E6%A1%88')
    await page.waitForURL('**/web/')
    await page.getByLabel('账号').fill(office.admin.account)
    await page.getByLabel('密码').fill('wrong')
    await page.getByLabel('验证码', { exact: true }).fill('zzzz')
    await logIn(page)
    await page.getByText('验证码错误或已过期，请重新输入').waitFor()
    await solveCaptcha(page)
    await logIn(page)
    await page.getByText('用户名或密码错误').waitFor()
    await page.getByLabel('密码').fill(adminPassword)
    await solveCaptcha(page)
    await logIn(page)
    await page.waitForURL('**/web/main/article/essay?title=*')
    await expect.poll(() => page.getByLabel('标题', { exact: true }).inputValue()).toBe('提案')
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).sort()))
      .toEqual(expect.arrayContaining(['appKey', 'roleKeys', 'token', 'userAccount']))
    await page.getByRole('button', { name: /^用户/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.waitForURL('**/web/')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the way back shows no page of a session that is over, and no sign-in that is done', async () => {
    const browser = await openBrowser({ keepsPages: true })
    const at = await sitDown(browser, office.server, null)
    const { page } = at
    const kept = page.evaluate.bind(page, () => addEventListener('pageshow', (e) => e.persisted && alert('as it was')))
    const signIn = async () => {
      await page.getByLabel('账号').fill(office.admin.account)
      await page.getByLabel('密码').fill(adminPassword)
      await solveCaptcha(page)
      await logIn(page)
      await page.waitForURL('**/web/main/**')
    }
    const back = () => page.evaluate(() => void setTimeout(() => history.back()))
    let came = 0
    page.on('dialog', (dialog) => {
      came += 1
      // the page that asks may be gone by now
      dialog.dismiss().catch(() => {})
    })
    await at.go('/')
    await page.getByLabel('账号').waitFor()
    await kept()
    await signIn()
    await page.getByText('待初审').first().waitFor()
    await back()
    await expect.poll(() => came).toBe(1)
    await page.getByText('待初审').first().waitFor()
    await kept()
    await page.getByRole('button', { name: /^用户/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.waitForURL('**/web/')
    await page.getByLabel('账号').waitFor()
    await back()
    await expect.poll(() => came).toBe(2)
    await page.waitForURL('**/web/')
    await page.getByLabel('账号').waitFor()
    await expect.poll(() => page.getByText('待初审').count()).toBe(0)
    expect(at.faults).toEqual([])
    await browser.close()
  })

  test('a session that ends loses nothing that was typed', async () => {
    const id = await save({ title: '待改的标题' })
    const at = await office.sit(office.admin, { expected: /401/ })
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    await page.getByLabel('标题', { exact: true }).fill('改过的标题')
    await page.evaluate(() => localStorage.setItem('token', 'over'))
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.waitForURL('**/web/')
    await page
      .getByText('登录已过期，或已在别处退出，请重新登录。您填写的内容已暂存在此浏览器中，登录后可恢复。')
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.evaluate((token) => localStorage.setItem('token', token), office.admin.token)
    await at.go('/')
    await page.waitForURL(`**/web/main/article/essay/${id}`)
    await page.getByRole('button', { name: '恢复草稿' }).click()
    await expect.poll(() => page.getByLabel('标题', { exact: true }).inputValue()).toBe('改过的标题')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('保存成功').waitFor()
    await expect.poll(() => articles('改过的标题')).toHaveLength(1)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a session that is over as the page opens leads to sign-in, though a screen has shown it', async () => {
    const at = await office.sit(office.admin, { expected: /401/ })
    const { page } = at
    await at.go('/main')
    await page.getByRole('navigation').first().waitFor()
    await page.evaluate(() => localStorage.setItem('token', 'over'))
    // another answer that comes with it has the page drawn before the failure is told
    await page.addInitScript(() => {
      const later = window.setTimeout
      window.setTimeout = ((does: () => void, ms?: number) => later(does, ms ?? 300)) as typeof later
    })
    // it may lead away before all of the page has come
    await at.go('/main').catch(() => {})
    await page.waitForURL('**/web/')
    await page.getByText('登录已过期，或已在别处退出，请重新登录').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('where the browser has no room for it, the end of a session says so and does not lead away', async () => {
    const id = await save({ title: '放不下的标题' })
    const at = await office.sit(office.admin, { expected: /401/ })
    const { page } = at
    const title = page.getByLabel('标题', { exact: true })
    await at.go(`/main/article/essay/${id}`)
    await title.waitFor()
    await page.evaluate(() => {
      localStorage.setItem('token', 'over')
      for (let size = 4_000_000; size > 0; size >>= 1)
        try {
          localStorage.setItem(`full${size}`, 'x'.repeat(size))
        } catch {}
    })
    await title.fill(`放不下${'长'.repeat(200)}`)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('登录已过期，填写的内容过多，浏览器未能暂存。').waitFor()
    await dialog.getByRole('button', { name: '留在此页' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => title.inputValue()).toContain('放不下')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await dialog.getByRole('button', { name: '重新登录' }).click()
    await page.waitForURL('**/web/')
    await page.getByText('登录已过期，或已在别处退出，请重新登录。').waitFor()
    await expect.poll(() => page.getByText('已暂存').count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a draft that was offered and not taken up outlives what is typed beside it, and a save', async () => {
    const id = await save({ title: '原来的标题' })
    const at = await office.sit()
    const { page } = at
    page.on('dialog', (dialog) => dialog.accept())
    const title = page.getByLabel('标题', { exact: true })
    const offers = page.getByText('有一份未保存的草稿')
    const open = async () => {
      await at.go(`/main/article/essay/${id}`)
      await content(page).waitFor()
    }
    const type = async (text: string) => {
      await title.fill(text)
      await page.getByText(/已暂存 \d\d:\d\d/).waitFor()
    }
    await open()
    await type('第一份草稿')
    await open()
    await expect.poll(() => offers.count()).toBe(1)
    await type('第二份草稿')
    await title.fill('原来的标题')
    await expect.poll(() => page.getByText('有未保存的修改').count()).toBe(0)
    await type('第二份草稿')
    await open()
    await expect
      .poll(() => offers.allTextContents())
      .toEqual([
        expect.stringContaining('有一份未保存的草稿《第二份草稿》（'),
        expect.stringContaining('有一份未保存的草稿《第一份草稿》（'),
      ])
    await page.getByLabel('来源').fill('办公室')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('保存成功').waitFor()
    await open()
    await expect.poll(() => offers.count()).toBe(2)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: '恢复草稿' }).first().click()
    await expect.poll(() => title.inputValue()).toBe('第二份草稿')
    await page.getByRole('button', { name: '恢复草稿' }).click()
    await expect.poll(() => title.inputValue()).toBe('第一份草稿')
    await open()
    await expect.poll(() => offers.count()).toBe(1)
    await page.getByRole('button', { name: '丢弃' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^将丢弃 .*丢弃后无法恢复。是否继续？$/).waitFor()
    await dialog.getByRole('button', { name: '取消' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => offers.count()).toBe(1)
    await page.getByRole('button', { name: '丢弃' }).click()
    await dialog.getByRole('button', { name: '丢弃' }).click()
    await expect.poll(() => offers.count()).toBe(0)
    await open()
    await expect.poll(() => offers.count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  }, 60_000)

  test('a draft in which only the text was changed is told by the title of its article', async () => {
    const at = await office.open(await save({ title: '关于供暖的通知', content: '<p>各单位：</p><p>现通知如下。</p>' }))
    const { page } = at
    await content(page).click()
    await page.keyboard.type('经研究，')
    await page.getByText(/已暂存 \d\d:\d\d/).waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText(/^有一份未保存的草稿《关于供暖的通知》（/).waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who signs out over an unsaved text is told that it is kept, in this tab and in others', async () => {
    const at = await office.sit(await office.server.person({ roles: ['admin'] }))
    const { page } = at
    const other = await at.context.newPage()
    for (const [tab, text] of [
      [page, '此页写的。'],
      [other, '另一页写的。'],
    ] as const) {
      await tab.goto(`${office.server.url}/web/main/article/essay/add`)
      await content(tab).click()
      await tab.keyboard.type(text)
      await tab.getByText(/已暂存 \d\d:\d\d/).waitFor()
    }
    await page.getByRole('button', { name: /^用户/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    for (const tab of [page, other]) {
      await tab.waitForURL('**/web/')
      await tab.getByText('您填写的内容已暂存在此浏览器中，登录后再次打开时可恢复。').waitFor()
      await expect.poll(() => tab.getByText('登录已过期').count()).toBe(0)
    }
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('who saves over an article that was passed meanwhile is told of its state, not of a change alone', async () => {
    const id = await save({ title: '保存时已初审', status: 1 })
    const at = await office.open(id)
    const { page } = at
    await content(page).click()
    await page.keyboard.type('补一句。')
    await office.admin.call('article.accept', { items: [{ articleId: id }] })
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('现在的状态是「待发布」，打开时是「待审核」。保留并保存您的修改后，须重新初审。').waitFor()
    await office.move('delete', id)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('Ctrl+S while a save is on its way: what was typed meanwhile is saved after it, in the same article', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/article/essay/add')
    await page.getByLabel('标题', { exact: true }).fill('连着保存')
    await page.getByRole('combobox', { name: '栏目' }).click()
    await page.getByTitle('政协要闻').click()
    await content(page).click()
    await page.keyboard.type('第一句。')
    let goOn = () => {}
    const held = new Promise<void>((free) => {
      goOn = free
    })
    await page.route('**/api/article/save/*', async (route) => {
      await held
      await route.continue()
    })
    const sent = page.waitForRequest('**/api/article/save/*')
    await page.keyboard.press('Control+s')
    await sent
    await page.keyboard.type('第二句。')
    await page.keyboard.press('Control+s')
    goOn()
    await expect.poll(() => articles('连着保存')).toHaveLength(1)
    const [made] = await articles('连着保存')
    await expect
      .poll(() => view(String(made?.articleId)))
      .toMatchObject({ content: '<p>第一句。第二句。</p>', version: 2 })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('Ctrl+S saves and stays: a new text becomes a draft, one that waits goes on waiting, nothing is published', async () => {
    const at = await office.sit()
    const { page } = at
    const keep = () => page.keyboard.press('Control+s')
    // the server has it before the page has heard so
    const heard = () => page.getByText(/有未保存的修改/).waitFor({ state: 'hidden' })
    await at.go('/main/article/essay/add')
    await page.getByLabel('标题', { exact: true }).fill('写了一半')
    await page.getByRole('combobox', { name: '栏目' }).click()
    await page.getByTitle('政协要闻').click()
    await content(page).click()
    await page.keyboard.type('第一句。')
    await keep()
    await page.waitForURL(/essay\/\d+$/)
    const id = page.url().split('/').at(-1) as string
    // the cursor is where it was
    await page.keyboard.type('第二句。')
    await keep()
    await expect.poll(() => view(id)).toMatchObject({ status: 3, content: '<p>第一句。第二句。</p>', version: 2 })
    await heard()
    await expect.poll(() => articles('写了一半')).toHaveLength(1)
    await page.reload()
    await content(page).getByText('第二句').waitFor()
    await expect.poll(() => page.getByText('恢复草稿').count()).toBe(0)

    const change = async (title: string, becomes: object) => {
      await page.getByLabel('标题', { exact: true }).fill(title)
      await keep()
      await expect.poll(() => view(id)).toMatchObject(becomes)
      await heard()
      await expect.poll(() => page.getByLabel('标题', { exact: true }).inputValue()).toBe(title)
    }
    await office.admin.call('article.update', { articleId: id, status: 1 })
    await page.reload()
    await change('等待初审', { status: 1, title: '等待初审' })
    await office.admin.call('article.accept', { items: [{ articleId: id }] })
    await page.reload()
    await change('等待发布', { status: 0, title: '等待发布' })
    await office.admin.call('article.approve', { items: [{ articleId: id }] })
    await page.reload()
    await change('修订', { status: 2, title: '等待发布', review: { status: 3, title: '修订' } })
    await office.admin.call('article.update', { articleId: id, status: 1 })
    await page.reload()
    await change('等着审的修订', { title: '等待发布', review: { status: 1, title: '等着审的修订' } })
    // a key that is held counts once
    const before = (await view(id)).version
    await page.getByLabel('标题', { exact: true }).fill('按住不放')
    await page.keyboard.down('Control')
    for (let i = 0; i < 3; i++) await page.keyboard.down('s')
    await page.keyboard.up('Control')
    await expect.poll(() => view(id)).toMatchObject({ version: before + 1, review: { title: '按住不放' } })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('asks before a changed form is left; an unchanged one is not sent', async () => {
    const id = await save({ title: '不改的标题' })
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    await content(page).waitFor()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('没有修改内容，无需提交').waitFor()
    await page.getByLabel('标题', { exact: true }).fill('改了又不要')
    await page.getByRole('button', { name: '取消' }).click()
    await page.getByText('内容尚未保存，确认离开吗？').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByLabel('标题', { exact: true }).inputValue()).toBe('改了又不要')
    await page.getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '离开' }).click()
    await page.waitForURL('**/main/article/essay')
    await expect.poll(() => articles('不改的标题')).toHaveLength(1)
    await at.context.close()
  })

  test('shows both versions when somebody else saved meanwhile', async () => {
    const id = await save({ title: '两人同改' })
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    await content(page).waitFor()
    await office.admin.call('article.update', { articleId: id, title: '两人同改：对方' })
    await page.getByLabel('标题', { exact: true }).fill('两人同改：我')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/修改，请核对后再提交/).waitFor()
    await expect.poll(() => dialog.locator('del').textContent()).toContain('对方')
    await expect.poll(() => dialog.locator('ins').textContent()).toContain('我')
    await dialog.getByRole('button', { name: '保留我的修改' }).click()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('保存成功').waitFor()
    await expect.poll(() => articles('两人同改：我')).toHaveLength(1)
    await at.context.close()
  })

  test('a lost answer and an impatient user make one article', async () => {
    const at = await office.sit(office.admin, { expected: /ERR_FAILED|Failed to load/ })
    const { page } = at
    await at.go('/main/article/essay/add')
    await page.getByLabel('标题', { exact: true }).fill('只此一篇')
    await page.getByRole('combobox', { name: '栏目' }).click()
    await page.getByTitle('政协要闻').click()
    await content(page).click()
    await page.keyboard.type('正文')
    let lost = 0
    await page.route('**/api/article/save/*', async (route) => {
      // the first one arrives and is done, but its answer is lost
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('button', { name: '存为草稿' }).dblclick()
    await page.getByText('网络连接失败，请检查网络后重试').waitFor()
    await page.getByRole('button', { name: '存为草稿' }).click()
    await page.getByText('保存成功').waitFor()
    await expect.poll(() => articles('只此一篇')).toHaveLength(1)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('cleans what is pasted from Word', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/article/essay/add')
    await content(page).click()
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{mso-style-parent:""}</style></head><body>
      <!--StartFragment--><p class="MsoNormal" style="mso-pagination:none;text-indent:24.0pt;font-family:仿宋"><span lang="EN-US" style="font-size:16.0pt;mso-bidi-font-size:12pt">第一段<o:p></o:p></span><b>要点</b></p><p class="MsoNormal" style="text-indent:24.0pt">第二段</p>
      <p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>  </span></span>第一项</p><p class="MsoListParagraph"><span style="mso-list:Ignore">· </span>第二项</p>
      <img src="file:///C:/tmp/x.png"><script>alert(1)</script><!--EndFragment--></body></html>`
    await paste(content(page), html)
    await page.getByText('第二项').waitFor()
    const inside = await content(page).innerHTML()
    expect(inside).not.toMatch(/Mso|mso-|lang=|file:|font-size|font-family|<script|o:p/)
    expect(inside).toContain('text-indent: 2em')
    expect(inside).toMatch(/<strong>要点<\/strong>/)
    expect(inside.match(/<li>/g)).toHaveLength(2)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('no text shows between the top bar and the toolbar that stays in sight', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/article/essay/add')
    await content(page).click()
    // a short form has nothing to scroll
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const toolbar = page.getByRole('toolbar', { name: '正文格式' })
    await expect.poll(async () => (await toolbar.boundingBox())?.y).toBe(70)
    const { x, width } = (await toolbar.boundingBox()) as { x: number; width: number }
    const between = await page.evaluate(
      (middle) => [53, 60, 69].map((y) => document.elementFromPoint(middle, y)?.className),
      x + width / 2,
    )
    expect(between).toEqual(Array(3).fill('editor-frame'))
    await at.context.close()
  })

  test('does many at once, shows what was refused, and hands it out as a file', async () => {
    const both = await office.server.person({ roles: ['staff', 'auditor'], columns: [office.column] })
    const auditor = await office.server.person({ roles: ['auditor'] })
    const mine = (await both.call('article.saveRole', anArticle(office.column, { title: '本人提交的' }))).value
      .articleId
    const theirs = await save({ title: '他人提交的', status: 1 })
    const changed = await save({ title: '有人抢先改的', status: 1 })
    await auditor.call('article.accept', { items: [mine, theirs, changed].map((articleId) => ({ articleId })) })
    const at = await office.sit(both)
    const { page } = at
    await at.go('/main/article/essay?status=0')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByText('已选 3 项').waitFor()
    await office.admin.call('article.reject', { items: [{ articleId: changed, reason: '请核对' }] })
    await page.getByRole('button', { name: '发布（2）' }).click()
    await page.getByRole('dialog').getByText('另有 1 项由您提交，须由他人发布，不处理。').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
    const dialog = page.getByRole('dialog', { name: '发布' })
    await dialog.getByText('成功 1 项，失败 1 项').waitFor()
    await dialog.getByText('有人抢先改的', { exact: true }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载失败清单' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^发布失败清单-\d{8}-\d{4}\.csv$/)
    await at.context.close()
  })

  test('who may only write submits many at once, and takes it back', async () => {
    const staff = await office.server.person({ roles: ['staff'], columns: [office.column] })
    const write = async (title: string, more: object) =>
      (await staff.call('article.saveRole', anArticle(office.column, { title, status: 3, ...more }))).value
        .articleId as string
    const draft = await write('部门的草稿', { essayList: '3' })
    const rejected = await write('部门被驳回的', { status: 1 })
    await office.admin.call('article.acceptReject', { items: [{ articleId: rejected, reason: '请核对' }] })
    const waiting = await write('部门待审的', { status: 1 })
    const edited = await write('部门另有人改的', {})
    const states = () =>
      Promise.all([draft, rejected, waiting, edited].map(async (id) => (await office.view(id)).status))
    const at = await office.sit(staff)
    const { page } = at
    const dialog = page.getByRole('dialog')
    await at.go('/main/article/essay?title=%E9%83%A8%E9%97%A8')
    await page.getByRole('checkbox', { name: '选择《部门待审的》' }).check()
    await expect.poll(() => page.getByRole('button', { name: /^提交审核/ }).count()).toBe(0)
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await office.admin.call('article.update', { articleId: edited, content: '<p>改过。</p>' })
    await page.getByRole('button', { name: '提交审核（3）' }).click()
    await dialog
      .getByText(
        /^将提交审核 3 项（.*）：提交后由审核人员初审；其中 1 篇首页展示为.*还没有封面图片。另有 1 项的状态不符/,
      )
      .waitFor()
    await dialog.getByRole('button', { name: '提交审核' }).click()
    const result = page.getByRole('dialog', { name: '提交审核' })
    await result.getByText('成功 2 项，失败 1 项').waitFor()
    await result.getByText('部门另有人改的', { exact: true }).waitFor()
    await result.getByRole('button', { name: '关闭' }).last().click()
    await expect.poll(() => states()).toEqual([1, 1, 1, 3])
    await page.getByText('2 篇已提交审核 ·').waitFor()
    await page.getByRole('button', { name: /^撤销/ }).click()
    await page.getByText('2 篇已提交审核 · 已撤销').waitFor()
    await expect.poll(() => states()).toEqual([3, 4, 1, 3])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('rejecting in the list is about the revision; taking down is a button of its own, and Enter alone does neither', async () => {
    const [revised, plain] = [await publish('在线的甲'), await publish('在线的乙')]
    await office.admin.call('article.update', { articleId: revised, title: '甲的修订' })
    const view = async (articleId: string) => (await office.admin.call('article.view', { articleId })).value
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    await at.go('/main/article/essay?status=1&title=%E5%9C%A8%E7%BA%BF')
    await page.getByRole('checkbox', { name: '选择《在线的甲》' }).check()
    await page.getByRole('button', { name: '初审驳回（1）' }).click()
    await dialog
      .getByText('将初审驳回 1 项（《在线的甲》）：退回撰稿人修改；这是修订，已发布的原文继续在线。')
      .waitFor()
    await dialog.getByLabel('理由').fill('请核对')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => view(revised)).toMatchObject({ status: 2, review: { status: 4, reason: '请核对' } })

    await at.go('/main/article/essay?status=2&title=%E5%9C%A8%E7%BA%BF')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByText('已选 2 项').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '驳回' }).count()).toBe(0)
    await page.getByRole('button', { name: '下架（2）' }).click()
    await dialog.getByText(/《在线的乙》.*网页随即从网站撤下.*其中 1 篇的修订随之结束，内容留在修订历史中/).waitFor()
    await dialog.getByRole('button', { name: '内容已过期，不再适用' }).click()
    await dialog.getByLabel('理由').focus()
    await page.keyboard.press('Control+Enter')
    expect((await view(plain)).status).toBe(2)
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('checkbox', { name: '选择《在线的甲》' }).uncheck()
    await page.getByRole('button', { name: '下架（1）' }).click()
    await dialog.getByRole('button', { name: '内容已过期，不再适用' }).click()
    await dialog.getByRole('button', { name: '下架' }).click()
    await expect.poll(() => view(plain)).toMatchObject({ status: 5, reason: '内容已过期，不再适用' })
    await page.getByRole('checkbox', { name: '选择《在线的甲》' }).check()
    await page.getByRole('button', { name: '下架（1）' }).click()
    await dialog.getByRole('button', { name: '内容已过期，不再适用' }).click()
    await dialog.getByRole('button', { name: '下架' }).click()
    // what was online was never called as its revision
    await page.locator('.last-act').getByText('《在线的甲》已下架').waitFor()

    const waits = await save({ title: '等待发布的丙', status: 1 })
    await office.admin.call('article.accept', { items: [{ articleId: waits }] })
    await at.go('/main/article/essay?title=%E7%AD%89%E5%BE%85%E5%8F%91%E5%B8%83%E7%9A%84%E4%B8%99')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByRole('button', { name: '发布（1）' }).click()
    await dialog.getByText('将发布 1 项（《等待发布的丙》）：随即出现在网站上。是否继续？').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('取消')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect((await view(waits)).status).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  }, 60_000)

  test('what was done in the list is taken back there; an article is taken down where it is read', async () => {
    const [one, two] = [await publish('撤销用的甲'), await publish('撤销用的乙')]
    const at = await office.sit()
    const { page } = at
    const dialog = page.getByRole('dialog')
    const last = page.locator('.last-act')
    await at.go('/main/article/essay?title=%E6%92%A4%E9%94%80%E7%94%A8%E7%9A%84')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByRole('button', { name: '下架（2）' }).click()
    await dialog.getByRole('button', { name: '内容有误，更正后重新发布' }).click()
    await dialog.getByRole('button', { name: '下架', exact: true }).click()
    await last.getByText('2 篇已下架').waitFor()
    expect((await view(one)).status).toBe(5)
    await last.getByRole('button', { name: /撤销/ }).click()
    await last.getByText('已撤销').waitFor()
    for (const id of [one, two]) expect((await view(id)).status).toBe(2)

    await at.go(`/main/article/essay/${one}`)
    const title = page.getByLabel('标题', { exact: true })
    await title.fill('没有保存的标题')
    await page.getByRole('button', { name: '下架', exact: true }).click()
    await page.getByText('请先保存或放弃修改，再下架').waitFor()
    await title.fill('撤销用的甲')
    await page.getByRole('button', { name: '下架', exact: true }).click()
    await dialog.getByText(/网页随即从网站撤下/).waitFor()
    await dialog.getByLabel('理由').fill('上级要求撤下')
    await page.keyboard.press('Control+Enter')
    expect((await view(one)).status).toBe(2)
    await dialog.getByRole('button', { name: '下架', exact: true }).click()
    await last.getByText('《撤销用的甲》已下架').waitFor()
    await expect.poll(() => view(one)).toMatchObject({ status: 5, reason: '上级要求撤下', title: '撤销用的甲' })
    // it goes online again: the key asks first
    await page.keyboard.press('z')
    await dialog.getByRole('button', { name: '撤销', exact: true }).click()
    await last.getByText('已撤销').waitFor()
    expect((await view(one)).status).toBe(2)
    expect(at.faults).toEqual([])
    await at.context.close()
  }, 60_000)

  test('保存并发布 with a time to come says before it that it is timed; the list and the calendar show when', async () => {
    const id = await save({ title: '还不到时候的稿', status: 1 })
    await office.move('accept', id)
    const at = await office.open(id)
    const { page } = at
    const publish = page.getByRole('button', { name: '保存并发布' })
    await page.getByLabel('发布时间', { exact: true }).fill('2199-01-01T08:00')
    await page.getByText('审核通过后，到 2199-01-01 08:00 自动发布').waitFor()
    await publish.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('将保存并发布《还不到时候的稿》：到 2199-01-01 08:00 自动发布。是否继续？').waitFor()
    await dialog.getByRole('button', { name: '保存并发布' }).click()
    await page.getByText('《还不到时候的稿》已定时发布').waitFor()
    await expect.poll(() => view(id)).toMatchObject({ status: 0, scheduledAt: '2199-01-01 08:00:00' })
    await at.go('/main/article/essay?status=0')
    await page
      .getByRole('row', { name: /还不到时候的稿/ })
      .getByText('定于 2199-01-01 08:00 发布')
      .waitFor()
    await page.getByRole('link', { name: '定时日历' }).click()
    await page.getByText('这个月没有定时发布和下架的文章').waitFor()
    await at.go('/main/article/essay/calendar?month=2198-12')
    await page.getByRole('button', { name: '下月' }).click()
    await page.getByRole('heading', { name: '2199 年 1 月' }).waitFor()
    const day = page.getByRole('cell', { name: /还不到时候的稿/ })
    expect(await day.textContent()).toContain('08:00 发布')
    expect(await axeFaults(page)).toEqual([])
    await day.getByRole('link', { name: '还不到时候的稿' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/web/main/article/essay/${id}`)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a copy of an article is a draft of its own, and the form leads to it; not over changes that are not saved', async () => {
    const id = await publish('要再用一次的')
    const at = await office.open(id)
    const { page } = at
    const title = page.getByLabel('标题', { exact: true })
    const copy = page.getByRole('button', { name: '复制为草稿' })
    await title.fill('改了没有保存')
    await copy.click()
    await page.getByText('有未保存的修改，请先保存再复制').waitFor()
    await title.fill('要再用一次的')
    await copy.click()
    await page.getByText('已复制为新的草稿').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(`/web/main/article/essay/${id}`)
    const made = new URL(page.url()).pathname.split('/').at(-1) as string
    await expect.poll(() => view(made)).toMatchObject({ title: '要再用一次的', status: 3, publishTime: null })
    await page.locator('.form-head').getByText('编辑中').waitFor()
    await expect.poll(() => copy.getAttribute('class')).not.toContain('loading')
    expect(await axeFaults(page)).toEqual([])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('Ctrl+S over a form that is not filled in yet says what is missing, and the cursor stays in the text', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/article/essay/add')
    await page.getByLabel('标题', { exact: true }).fill('半篇')
    await content(page).click()
    await page.keyboard.type('甲')
    await page.keyboard.press('Control+s')
    await page.getByText('还有内容没有填好（请选择栏目），没有保存到服务器；已填写的内容已在本机暂存').waitFor()
    await page.keyboard.type('乙')
    await expect.poll(() => content(page).textContent()).toBe('甲乙')
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('an earlier day of publication asks why, a later one is told of', async () => {
    const id = await save({ title: '补录的旧稿' })
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/article/essay/${id}`)
    const time = page.getByLabel('发布时间', { exact: true })
    await expect.poll(() => time.inputValue()).toBe('')
    await time.fill('2199-01-01T08:00')
    await page.getByText('审核通过后，到 2199-01-01 08:00 自动发布').waitFor()
    await time.fill('2020-05-06T08:00')
    await page.getByLabel('发布时间早于今天的理由').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('请输入理由', { exact: true }).waitFor()
    await page.getByLabel('发布时间早于今天的理由').fill('补录')
    await page.keyboard.press('Control+s')
    const row = async () => (await office.admin.call('article.view', { articleId: id })).value
    await expect.poll(row).toMatchObject({ status: 3, publishTime: '2020-05-06 08:00:00' })
    await page.getByLabel('发布时间早于今天的理由').waitFor({ state: 'detached' })
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('the history names columns and choices in words', async () => {
    const other = await makeColumn(office.server, '改到此栏目')
    const { articleId } = (await office.admin.call('article.saveAdmin', anArticle(office.column, { status: 3 }))).value
    await office.admin.call('article.update', { articleId, columnId: other, newsType: 1 })
    const at = await office.sit()
    await at.go(`/main/article/essay/${articleId}/history`)
    const step = at.page.getByRole('region', { name: '第 2 步' })
    await step.getByText('改到此栏目').waitFor()
    await step.getByText('单图').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a printed list has all its columns on the sheet, and nothing that is for clicking', async () => {
    const at = await office.sit()
    const { page } = at
    await at.go('/main/article/essay')
    await page.getByText(/^共 \d+ 条$/).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 718, height: 900 })
    const table = page.locator('.table-frame table')
    await expect.poll(async () => (await table.boundingBox())?.width).toBeLessThanOrEqual(718)
    for (const hidden of ['.veil', '.top', '.pager', 'tbody [type=checkbox]', 'th.no-print'])
      await expect.poll(() => page.locator(hidden).first().isVisible(), { message: hidden }).toBe(false)
    const head = page.locator('.paper-head')
    await expect.poll(() => head.textContent()).toMatch(/^.*县.* · 文章管理20\d\d-\d\d-\d\d \d\d:\d\d .+打印$/)
    await expect.poll(() => page.locator('p.on-paper').textContent()).toMatch(/^文章（全部），合计 \d+ 条/)
    await at.go(`/main/article/essay?status=3,4&mine=1&columnId=${office.column}&startTime=2026-01-01&source=%E7%94%B2`)
    await expect
      .poll(() => page.locator('p.on-paper').textContent())
      .toBe('文章（状态：编辑中、已驳回；只看我的；栏目：政协要闻；来源：甲；发布时间：2026-01-01 至 不限），合计 0 条')
    await at.go(`/main/article/essay/${await save({ title: '打印样稿' })}`)
    await page.getByRole('textbox', { name: '正文' }).waitFor()
    await expect.poll(() => head.isVisible()).toBe(true)
    await expect.poll(() => page.locator('.form-foot').isVisible()).toBe(false)
    await expect.poll(() => page.locator('.editor-tools').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => head.isVisible()).toBe(false)
    await at.context.close()
  })

  test('exports what the filters let through in the order of the list, or what is marked', async () => {
    const days: Readonly<Record<string, string>> = { 导出甲: '2026-03-01', 导出乙: '2026-05-01', 导出丙: '2026-01-01' }
    for (const [title, day] of Object.entries(days)) await save({ title, publishTime: day, publishTimeReason: '补录' })
    const at = await office.sit()
    const { page } = at
    const { default: ExcelJS } = await import('exceljs')
    const exported = async (button: string) => {
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: button, exact: true }).click()
      const file = await coming
      expect(file.suggestedFilename()).toMatch(/^文章导出-\d{8}-\d{4}\.xlsx$/)
      const book = new ExcelJS.Workbook()
      await book.xlsx.readFile(await file.path())
      const [head, ...rows] = (book.worksheets[0]?.getSheetValues().slice(1) ?? []) as string[][]
      expect(head).toEqual(expect.arrayContaining(['标题', '栏目', '状态']))
      for (const row of rows) expect(row).toContain('编辑中')
      return rows.map((row) => row.find((cell) => String(cell).startsWith('导出')))
    }
    const shown = '/main/article/essay?title=%E5%AF%BC%E5%87%BA'
    for (const [sort, order] of [
      ['', ['导出乙', '导出甲', '导出丙']],
      ['&sort=publishTime&order=asc', ['导出丙', '导出甲', '导出乙']],
    ] as const) {
      await at.go(`${shown}${sort}`)
      await page.getByRole('link', { name: '导出甲', exact: true }).waitFor()
      await expect.poll(() => page.locator('tbody a[title^="导出"]').allTextContents()).toEqual(order)
      expect(await exported('导出')).toEqual(order)
    }
    for (const title of ['导出乙', '导出丙']) await page.getByRole('checkbox', { name: `选择《${title}》` }).check()
    expect(await exported('导出选中的（2）')).toEqual(['导出丙', '导出乙'])
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
