import { expect, test } from 'vitest'
import { axeFaults, browserTests } from '../support/browser.ts'
import { answerCaptchas } from '../support/captchas.ts'
import { openOffice } from '../support/office.ts'

browserTests('surveys in the console and on the site', () => {
  const office = openOffice()

  test('one is designed, examined, begun, answered by a visitor, ended, and its results are published', async () => {
    const { server, admin } = office
    await server.parts.site.start()
    const desk = await office.sit(admin)
    const { page } = desk
    await desk.go('/main/interact/problemExamine')
    await page.getByRole('button', { name: '新增问卷' }).click()
    await page.getByLabel('标题').fill('停车问卷')
    await page.getByRole('button', { name: '添加题目' }).click()
    await page.getByLabel('第 1 题的题目').fill('您怎样出行？')
    await page.getByLabel('第 1 题的选项，每行一个').fill('自驾车\n公交车\n')
    await page.getByRole('button', { name: '添加题目' }).click()
    await page.getByLabel('第 2 题的题目').fill('您的建议')
    await page.getByRole('combobox', { name: '第 2 题的题型' }).click()
    await page.getByTitle('文本', { exact: true }).click()
    // what is wrong stands at its question, all of it, and only that is red
    await page.getByLabel('第 1 题的选项，每行一个').fill('自驾车\n自驾车\n')
    await page.getByLabel('第 1 题的页码').fill('3')
    await page.getByRole('button', { name: /^保\s*存$/ }).click()
    await page.getByText('第 1、2 题需要改正').waitFor()
    const at1 = page.getByRole('group', { name: '第 1 题' })
    const at2 = page.getByRole('group', { name: '第 2 题' })
    await at1.getByText('选项有重复').waitFor()
    await at2.getByText('页码不能小于前一题的').waitFor()
    await page.getByLabel('第 1 题的选项，每行一个').fill('自驾车\n公交车\n')
    await at1.getByText('选项有重复').waitFor({ state: 'detached' })
    await at2.getByText('页码不能小于前一题的').waitFor()
    expect(await page.locator('.questions .ant-input-status-error').count()).toBe(0)
    await page.getByLabel('第 1 题的页码').fill('1')
    await page.getByLabel('第 2 题的页码').fill('2')
    await at2.getByText('页码不能小于前一题的').waitFor({ state: 'detached' })
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^保\s*存$/ }).click()
    await page.getByRole('heading', { name: '停车问卷', exact: true }).waitFor()
    await page.getByRole('button', { name: '审核通过' }).click()
    const press = async (name: RegExp) => {
      await page.getByRole('button', { name }).click()
      await page.getByRole('dialog').getByRole('button', { name }).click()
    }
    await press(/^开\s*始$/)
    await page.getByRole('button', { name: /^结\s*束$/ }).waitFor()
    const [{ id }] = (await admin.call('survey.list', {})).value.list

    const visitor = await office.sit(null)
    const at = `${server.url}/site/public_survey/${id}.html`
    await expect.poll(async () => (await fetch(at)).status).toBe(200)
    await visitor.page.goto(at)
    const { page: seen } = visitor
    const drawn = () => seen.locator('.captcha img').getAttribute('src')
    await expect.poll(drawn).toContain('data:image')
    // what is missing is said at its question before its page is left
    await seen.getByRole('button', { name: '下一页' }).click()
    await seen.getByRole('alert').getByText('请作答').waitFor()
    expect(await seen.getByLabel('自驾车').evaluate((one) => one === document.activeElement)).toBe(true)
    await seen.getByLabel('公交车').check()
    expect(await seen.locator('[role=alert]:not(:empty)').count()).toBe(0)
    expect(await axeFaults(seen)).toEqual([])
    await seen.getByRole('button', { name: '下一页' }).click()
    await seen.getByLabel(/您的建议/).fill('医院门口增设车位')
    const { db, secret } = server.parts
    const solve = async () => {
      const answer = secret.mark('captcha', 'ab12')
      await db.write.updateTable('captcha').set({ answer }).execute()
      await seen.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
      await seen.getByRole('button', { name: '提交问卷' }).click()
    }
    await seen.reload()
    expect(await seen.getByLabel('公交车').isChecked()).toBe(true)
    expect(await seen.getByLabel(/您的建议/).inputValue()).toBe('医院门口增设车位')
    await seen.getByRole('button', { name: '下一页' }).click()
    await expect.poll(drawn).toContain('data:image')
    // what the server refuses of a question leaves the captcha as it stands
    await seen.route(
      '**/web/survey/save',
      (route) => {
        const sent = route.request().postDataJSON()
        return route.continue({ postData: JSON.stringify({ ...sent, answers: sent.answers.slice(1) }) })
      },
      { times: 1 },
    )
    await solve()
    await seen.getByRole('alert').getByText('请作答').waitFor()
    await seen.getByRole('button', { name: '下一页' }).click()
    expect(await seen.getByRole('textbox', { name: /^验证码/ }).inputValue()).toBe('ab12')
    await seen.getByRole('button', { name: '提交问卷' }).click()
    await visitor.page.getByText('提交成功，感谢您的参与。').waitFor()
    expect(await visitor.page.getByLabel('公交车').isChecked()).toBe(false)
    await visitor.page.reload()
    await visitor.page.getByText('这台设备已经提交过这份问卷').waitFor()
    expect(await visitor.page.getByRole('button', { name: '提交问卷' }).isVisible()).toBe(false)

    await page.reload()
    await page.getByText('共 1 份答卷').waitFor()
    await page.getByRole('row', { name: /公交车.*1 人.*100%/ }).waitFor()
    await page.getByRole('button', { name: '查看文字回答' }).click()
    await page.getByText('医院门口增设车位').waitFor()
    await page.keyboard.press('Escape')
    expect(await axeFaults(page)).toEqual([])
    await press(/^结\s*束$/)
    await press(/^公\s*布\s*结\s*果$/)
    await page.getByRole('button', { name: '撤下结果' }).waitFor()
    const text = async () => (await fetch(at)).text()
    await expect.poll(text).toContain('共收到 1 份答卷')
    expect(await text()).not.toContain('医院')

    await page.getByRole('link', { name: '审核关键词' }).click()
    await page.getByRole('row', { name: /医院/ }).getByRole('checkbox').check()
    await page.getByRole('button', { name: /可公开（1）/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '可公开' }).click()
    await expect.poll(text).toContain('医院')
    expect(await text()).not.toContain('医院门口增设车位')
    await desk.go(`/main/interact/questAnswerList?surveyId=${id}`)
    // the sheet with what was answered is found also where the records are listed
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出答卷（每题一列）' }).click(),
    ])
    const { default: ExcelJS } = await import('exceljs')
    const book = new ExcelJS.Workbook()
    await book.xlsx.readFile(await sheet.path())
    const row = (n: number) => (book.worksheets[0]?.getRow(n).values as unknown[] | undefined)?.slice(3)
    expect([row(1), row(2)]).toEqual([
      ['1. 您怎样出行？', '2. 您的建议'],
      ['公交车', '医院门口增设车位'],
    ])
    await page.getByRole('button', { name: /查看答卷/ }).click()
    await page.getByRole('dialog').getByText('公交车').waitFor()
    await page.getByRole('dialog').getByText('医院门口增设车位').waitFor()
    expect([...desk.faults, ...visitor.faults]).toEqual([])
  })

  test('one for a device that many use is answered by one after the other', async () => {
    const { server, admin } = office
    const questions = [{ type: 0, title: '您满意吗？', required: 1, other: 0, options: ['满意', '不满意'] }]
    const { id } = (await admin.call('survey.add', { title: '大厅问卷', shared: 1, endAt: '2031-01-01', questions }))
      .value
    await admin.call('survey.examine', { ids: [id] })
    await admin.call('survey.open', { items: [{ id }] })
    const at = `${server.url}/site/public_survey/${id}.html`
    await expect.poll(async () => (await fetch(at)).status).toBe(200)
    const { page, faults } = await office.sit(null)
    await page.goto(at)
    const press = page.getByRole('button', { name: '提交问卷' })
    for (const [i, choice] of ['满意', '不满意'].entries()) {
      if (i > 0) await page.getByRole('button', { name: '再填一份' }).click()
      await page.getByLabel(choice, { exact: true }).check()
      await expect.poll(() => page.locator('.captcha img').getAttribute('src')).toContain('data:image')
      await answerCaptchas(server)
      await page.getByRole('textbox', { name: /^验证码/ }).fill('ab12')
      await press.click()
      await expect.poll(() => page.getByText('提交成功，感谢您的参与。').count()).toBe(i + 1)
    }
    await page.reload()
    await press.waitFor()
    const { total } = (await admin.call('survey.recordList', { surveyId: id })).value
    expect([total, faults]).toEqual([2, []])
    // ended earlier than it was to, it says when it ended
    await admin.call('survey.end', { items: [{ id }] })
    const text = async () => (await fetch(at)).text()
    await expect.poll(text).toMatch(/已结束，20\d\d-\d\d-\d\d \d\d:\d\d 结束/)
    expect(await text()).not.toContain('2031')
  })
})
