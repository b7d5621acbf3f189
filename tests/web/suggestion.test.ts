import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { visitorsOf } from '../support/visitor.ts'

browserTests('suggestions on the site and in the console', () => {
  const office = openOffice()

  test('a visitor writes one on the site; a wrong captcha is told, and what was written stays', async () => {
    await office.server.parts.site.start()
    const at = await office.sit(null)
    const { page } = at
    await page.goto(`${office.server.url}/site/public_suggest/write.html`)
    await page.getByLabel('标题').fill('多种些树')
    await page.getByLabel('内容').fill('东街没有树荫')
    await page.getByRole('textbox', { name: '姓名' }).fill('周小雨')
    await page.getByRole('textbox', { name: /^验证码/ }).fill('xxxx')
    await expect.poll(() => page.locator('.write img').getAttribute('src')).toContain('data:image')
    // what is wrong with a field is said in Chinese before the captcha is looked at, which stays; and goes when the field is mended
    const drawn = () => page.locator('.write img').getAttribute('src')
    const first = await drawn()
    await page.getByLabel('手机号').fill('138')
    await page.getByRole('button', { name: '提交建议' }).click()
    await page.getByText('请按标出的提示修改').waitFor()
    expect(await page.locator('.says').textContent()).not.toMatch(/[a-z]/i)
    expect([await drawn(), await page.getByRole('textbox', { name: /^验证码/ }).inputValue()]).toEqual([first, 'xxxx'])
    await page.getByLabel('手机号').fill('')
    expect(await page.locator('.says').textContent()).toBe('')
    await page.getByRole('button', { name: '提交建议' }).click()
    await page.getByText('验证码错误').waitFor()
    expect(await page.getByLabel('内容').inputValue()).toBe('东街没有树荫')
    expect(await axeFaults(page)).toEqual([])
    // all captchas that are open are answered alike from here on, for no test can read one
    const { db, secret } = office.server.parts
    await expect.poll(() => page.getByRole('button', { name: '提交建议' }).isEnabled()).toBe(true)
    await db.write
      .updateTable('captcha')
      .set({ answer: secret.mark('captcha', 'ab12') })
      .execute()
    await page.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
    await page.getByRole('button', { name: '提交建议' }).click()
    await page.getByText('提交成功').waitFor()
    const { list } = (await office.admin.call('suggestion.list', { title: '多种些树' })).value
    expect(list).toEqual([expect.objectContaining({ status: 0, name: '周**' })])
    expect(await page.locator('.got').textContent()).toContain(`编号是 ${list[0].id}，`)
    expect(await page.getByRole('link', { name: '用它查询' }).count()).toBe(0)
    // with a phone there is a code, by which it is found again
    await page.getByRole('button', { name: '再提一条建议' }).click()
    await page.getByLabel('标题').fill('修一修路灯')
    await page.getByLabel('内容').fill('东街路灯不亮')
    await page.getByLabel('手机号').fill('13900001234')
    await expect.poll(() => page.getByRole('button', { name: '提交建议' }).isEnabled()).toBe(true)
    await expect.poll(() => page.locator('.write img').getAttribute('src')).toContain('data:image')
    await db.write
      .updateTable('captcha')
      .set({ answer: secret.mark('captcha', 'ab12') })
      .execute()
    await page.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
    await page.getByRole('button', { name: '提交建议' }).click()
    await page.getByText('查询码是').waitFor()
    await page.getByRole('link', { name: '用它查询' }).click()
    await page.getByRole('textbox', { name: /^手机号/ }).fill('13900001234')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('办理状态：待办理').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await at.context.close()
  })

  test('it is answered and made public with care, is on the site, and is taken off with a reason', async () => {
    const visitor = visitorsOf(office.server)
    const sent = { title: '修一修石桥', content: '石桥栏杆松动', name: '孟庆林', verifyCode: 'ab12' }
    const { id } = (await visitor.post('/suggest/add', { ...sent, codeId: await visitor.captcha() })).value
    const at = await office.sit()
    const { page } = at
    await at.go(`/main/interact/suggest/${id}`)
    await page.getByRole('button', { name: '显示姓名和手机号' }).click()
    await page.getByText('孟庆林').waitFor()
    // what it still needs comes first, and says why the rest waits
    const first = page.getByRole('button', { name: '公开', exact: true })
    await expect.poll(() => first.isDisabled()).toBe(true)
    expect(await first.getAttribute('title')).toBe('还没有答复，请先答复再公开')
    await expect.poll(() => page.locator('.record-acts .ant-btn-primary').allTextContents()).toEqual(['答复'])
    await page.getByRole('button', { name: '答复', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('答复', { exact: true }).fill('本月内加固')
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.locator('.toolbar').getByText('已答复，待公开').waitFor()
    await page.getByRole('button', { name: '办结不公开' }).click()
    await dialog.getByText('不在网站上显示').waitFor()
    await dialog.getByRole('button', { name: '提出人要求不公开' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '公开', exact: true }).click()
    await dialog.getByText('随即出现在网站上').waitFor()
    await dialog.getByRole('button', { name: '公开' }).click()
    await page.getByText('《修一修石桥》已公开').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await office.server.parts.site.idle()
    const there = async () => (await fetch(`${office.server.url}/site/public_suggest/${id}.html`)).text()
    expect(await there()).toMatch(/修一修石桥[\s\S]*孟\*\*[\s\S]*本月内加固/)
    expect(await there()).not.toContain('孟庆林')
    await page.getByRole('button', { name: '撤下' }).click()
    await dialog.getByRole('button', { name: '内容已过时' }).click()
    await dialog.getByRole('button', { name: '撤下', exact: true }).click()
    await page.getByText('《修一修石桥》已撤下').waitFor()
    expect((await fetch(`${office.server.url}/site/public_suggest/${id}.html`)).status).toBe(404)
    await at.go('/main/interact/suggest?title=%E7%9F%B3%E6%A1%A5')
    await page.getByRole('link', { name: '已办理 1', exact: true }).waitFor()
    await page.getByRole('link', { name: '待办理 0', exact: true }).waitFor()
    await page.getByRole('link', { name: '已答复，待公开 0', exact: true }).waitFor()
    await at.context.close()
  })
})
