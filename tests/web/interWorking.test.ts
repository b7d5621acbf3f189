import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { partnersOf } from '../support/partners.ts'

browserTests('partners and what they push', () => {
  const office = openOffice()
  const send = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return office.server.raw(`/api/interWorking/article/${path}`, init)
  }

  test.each([1440, 390])(
    '%i px: a partner is made, its program pushes, and what it pushed is audited and published',
    async (width) => {
      const at = await office.sit(office.admin, { width })
      const { page } = at
      const name = `医保局 ${width}`
      await at.go('/main/system/partner')
      await page.getByRole('button', { name: '新增互通单位' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('名称').fill(name)
      await dialog.getByLabel('可推送的种类').click()
      await page.getByTitle('一般信息', { exact: true }).click()
      await page.getByTitle('来信', { exact: true }).click()
      await dialog.getByLabel('名称').click()
      expect(await axeFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: '保存' }).click()
      const once = page.getByRole('dialog', { name: `「${name}」的接入密钥` })
      await once.waitFor()
      expect(await axeFaults(page)).toEqual([])
      const [key = '', secret = ''] = await once.locator('code').allTextContents()
      await once.getByRole('button', { name: '已记下' }).click()
      await once.waitFor({ state: 'detached' })
      expect(await page.content()).not.toContain(secret)

      // no column is named for it yet: it is refused, and that is seen
      const { token } = (await send('getInterWorkingToken', { key, secret })).value
      const pushed = { sourceId: '1', title: `推送的文章 ${width}`, content: '<p>推送的正文</p>' }
      expect(await send('save/common', pushed, token)).toMatchObject({ errorCode: 'BAD_STATE' })
      await at.go('/main/article/interWorking?status=1')
      await page.getByRole('link', { name: pushed.title }).click()
      await page.getByText('没有为「一般信息」指定栏目').first().waitFor()
      await page.getByText('推送的正文').waitFor()
      expect(await axeFaults(page)).toEqual([])

      // the column is chosen, and it is taken up
      await at.go('/main/system/partner')
      await page.getByRole('button', { name: `编辑「${name}」` }).click()
      await dialog.getByLabel('一般信息进入的栏目').click()
      await page.getByTitle('政协要闻').click()
      await dialog.getByRole('button', { name: '保存' }).click()
      await dialog.waitFor({ state: 'detached' })
      await at.go('/main/article/interWorking?status=1')
      await page.getByRole('link', { name: pushed.title }).click()
      await page.getByRole('button', { name: '重新收录' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '重新收录' }).click()
      await page.getByRole('link', { name: '查看收录的文章' }).click()
      await page.waitForURL(/article\/essay\/\d+/)
      const articleId = page.url().split('/').at(-1) as string
      await office.move('accept', articleId)
      await office.move('approve', articleId)
      const own = (await send('getInterWorking', { id: '1', type: 'common' }, token)).value
      expect(own).toMatchObject({ status: 0, online: 1 })
      await expect.poll(async () => (await fetch(office.server.url + own.url)).status).toBe(200)

      // revoked, its token is over at once
      await at.go('/main/system/partner')
      await page.getByRole('checkbox', { name: new RegExp(name) }).check()
      await page.getByRole('button', { name: /^停用/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /停\s*用|确\s*定/ })
        .click()
      await expect.poll(async () => (await send('getYm', {}, token)).errorCode).toBe('SESSION_OVER')
      await page.getByRole('button', { name: `换发密钥「${name}」` }).click()
      await page.getByRole('dialog').getByRole('button', { name: '换发密钥' }).click()
      await once.waitFor()
      const renewed = (await once.locator('code').allTextContents())[1]
      await once.getByRole('button', { name: '已记下' }).click()
      expect((await send('getInterWorkingToken', { key, secret: renewed })).errorCode).toBe('0')
      expect(at.faults).toEqual([])
      await at.context.close()
    },
  )

  test('what a citizen wrote is read by an act of its own; a push is dismissed with a reason, and that is taken back', async () => {
    const one = await partnersOf(office.server, () => office.admin).program({ name: '信访局' })
    await one.push('save/mail', {
      sourceId: '1',
      title: '关于缴费',
      content: '请问怎样缴费？',
      name: '王青',
      phone: '19900000021',
    })
    const at = await office.sit()
    const { page } = at
    await at.go('/main/article/interWorking?status=2')
    await page.getByRole('link', { name: '关于缴费' }).click()
    expect(await page.getByText('怎样缴费').count()).toBe(0)
    await page.getByRole('button', { name: '查看全文' }).click()
    await page.getByText('请问怎样缴费？').waitFor()
    await page.getByText('19900000021').waitFor()
    await page.getByRole('button', { name: '不予收录' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '测试内容' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '不予收录', exact: true }).click()
    await page.getByText('不予收录：').waitFor()
    await page.getByRole('button', { name: /撤销/ }).click()
    await expect
      .poll(async () => (await office.admin.call('interWorking.list', { title: '缴费' })).value.list[0].status)
      .toBe(2)
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
