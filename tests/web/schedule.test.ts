import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFaults, browserTests, openBrowser, sitDown } from '../support/browser.ts'
import { type Person, startServer, type TestServer } from '../support/server.ts'

browserTests('the screen of 计划任务', () => {
  let server: TestServer
  let browser: Browser
  let admin: Person
  beforeAll(async () => {
    server = await startServer()
    admin = await server.person({ roles: ['admin'], name: '管理员甲' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('shows each work with its beats, has one done at once, pauses it and lets it go on', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await server.parts.db.write.insertInto('captcha').values({ codeId: 'old', answer: 'x', expiresAt: 1 }).execute()
    await at.go('/main/system/schedule')
    const work = page.getByRole('listitem').filter({ hasText: '清理过期数据' })
    await work.getByText('还没有执行过').waitFor()
    await work.getByText('2026-11-21 09:10').waitFor()
    await page.getByRole('button', { name: '立即执行清理过期数据' }).click()
    await work.getByText('已清理过期的验证码 1 个').waitFor()
    await work.getByText('已完成').waitFor()
    const row = page.getByRole('row', { name: /清理过期数据.*管理员甲/ })
    await row.waitFor()
    expect(await axeFaults(page)).toEqual([])

    await page.getByRole('button', { name: '暂停更新网站' }).click()
    await page.getByRole('dialog').getByText('恢复后一分钟内补上').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '暂停清理过期数据' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '暂停' }).click()
    await work.getByText('已由管理员甲暂停').waitFor()
    await page.getByRole('button', { name: '恢复清理过期数据' }).click()
    await work.getByText('正常').waitFor()
    // what must go on has no button for it
    expect(await page.getByRole('button', { name: '暂停留存日志锚点' }).count()).toBe(0)
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('of one whose last run failed the last that came to something is shown beside it', async () => {
    const at = await sitDown(browser, server, admin)
    const { page } = at
    await server.parts.db.write.insertInto('captcha').values({ codeId: 'older', answer: 'x', expiresAt: 1 }).execute()
    await at.go('/main/system/schedule')
    await page.getByRole('button', { name: '立即执行清理过期数据' }).click()
    const work = page.getByRole('listitem').filter({ hasText: '清理过期数据' })
    await work.getByText('已清理过期的验证码 1 个').waitFor()
    expect(await work.getByText('上次成功').count()).toBe(0)
    const failed = { lastState: 'failed', lastSays: '磁盘空间不足' }
    await server.parts.db.write.updateTable('schedule').set(failed).where('name', '=', 'clean').execute()
    await page.reload()
    await work.getByText('磁盘空间不足').waitFor()
    await work.getByText('上次成功').waitFor()
    await work.getByText('已清理过期的验证码 1 个').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(at.faults).toEqual([])
    await at.context.close()
  })

  test('a running one is seen and cancelled, on a phone too', async () => {
    const { jobs, db } = server.parts
    let ended = false
    const start = { kind: 'work', scope: '很久的任务', by: { id: null, name: '系统' } } as const
    const id = await jobs.begin(db.write, start)
    let stop = () => {}
    const stopped = new Promise<void>((resolve) => {
      stop = resolve
    })
    const { done } = jobs.perform(id, async (watch) => {
      await stopped
      ended = watch.stopped()
      return { state: ended ? 'cancelled' : 'done', says: '做到一半' }
    })
    const at = await sitDown(browser, server, admin, { width: 390 })
    const { page } = at
    await at.go('/main/system/schedule')
    await page.getByRole('button', { name: '取消很久的任务' }).click()
    await expect
      .poll(
        async () =>
          (await db.read.selectFrom('job').select('stopAskedAt').where('id', '=', id).executeTakeFirst())?.stopAskedAt,
      )
      .toEqual(expect.any(Number))
    stop()
    await done
    expect(ended).toBe(true)
    await page.reload()
    await page.getByText('做到一半').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
  })
})
