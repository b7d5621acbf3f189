import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanHtml, sealOf } from '../../server/clean.ts'
import { drawingOf, drawPage } from '../../server/site/preview.ts'
import { databases } from '../support/databases.ts'
import { hostileTexts } from '../support/hostile.ts'
import { longestStretch, stretchMax } from '../support/loop.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from '../support/server.ts'

/** Milliseconds of processor that some work takes. */
function cost(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Cleans a text and draws its page, if it is taken at all. */
async function costOf(server: TestServer, text: string): Promise<number> {
  const { site } = server.parts.site
  const row = await server.parts.db.read.selectFrom('article').selectAll().executeTakeFirstOrThrow()
  const drawing = await drawingOf(site, { ...row, content: '', files: [] }, true)
  return cost(() => {
    try {
      const content = cleanHtml(text)
      drawPage({ ...drawing, article: { ...drawing.article, content, seal: sealOf(content, site.key) } })
    } catch (error) {
      expect(error).toMatchObject({ code: 'BAD_INPUT' })
    }
  })
}

describe('work on a text grows with its length, not with the square of it', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    const writer = await server.person({ roles: ['admin'] })
    await writer.call('article.saveAdmin', anArticle(await makeColumn(server)))
  })
  afterAll(() => server.close())

  test.each(Object.entries(hostileTexts))('%s', async (_, text) => {
    await costOf(server, text(50_000))
    const costs: number[] = []
    for (const length of [200_000, 400_000]) costs.push(await costOf(server, text(length)))
    const [once = 0, twice = 0] = costs
    // what is quick enough to be lost in the machine's noise does not grow with the square either
    expect((twice + 60) / (once + 60), `${once} → ${twice} ms`).toBeLessThan(3)
    expect(twice).toBeLessThan(1500)
  })
})

describe.each(databases)('hostile texts on %s', (database) => {
  let server: TestServer
  let admin: Person
  let column: number
  beforeAll(async () => {
    server = await startServer(database)
    admin = await server.person({ roles: ['admin'] })
    column = await makeColumn(server)
  })
  afterAll(() => server.close())

  test('a history of long texts comes without most of them; each is there by itself', async () => {
    const text = (i: number) => `<p>${`第${i}稿`.repeat(60_000)}</p>`
    const { articleId } = (await admin.call('article.saveAdmin', anArticle(column, { content: text(0), status: 3 })))
      .value
    for (let i = 1; i <= 6; i += 1) await admin.call('article.update', { articleId, content: text(i) })
    const listed = await admin.call('article.revisions', { articleId, pageSize: 200 })
    expect(listed.text.length).toBeLessThan(1_500_000)
    const { list, total } = listed.value
    expect([total, list.length, list[0].long ?? false, list.at(-1).long]).toEqual([7, 7, false, true])
    expect(list.at(-2).changed).toMatchObject([{ field: 'content', before: null, after: null }])
    const whole = (await admin.call('article.revision', { revisionId: list.at(-2).revisionId })).value
    expect(whole.changed[0].after).toBe(text(1))
    expect(whole.changed[0].before).toBe(text(0))
  })

  test('saved, looked at, published and shown to visitors, they hold up nobody', { timeout: 60_000 }, async () => {
    const taken: string[] = []
    const stretch = await longestStretch(async () => {
      for (const text of Object.values(hostileTexts)) {
        const saved = await admin.call('article.saveAdmin', anArticle(column, { content: text(120_000) }))
        if (saved.errorCode === '0') taken.push(saved.value.articleId)
        else
          expect(saved).toMatchObject({
            errorCode: 'BAD_INPUT',
            errorMsg: expect.stringMatching(/请清除格式|请输入内容/),
          })
      }
      for (const articleId of taken)
        expect((await admin.call('article.webGeneratorView', { articleId })).status).toBe(200)
      const items = taken.map((articleId) => ({ articleId }))
      await admin.call('article.accept', { items })
      expect((await admin.call('article.approve', { items })).value.failed).toEqual([])
      await server.parts.site.showTouched({ wait: true })
      for (const articleId of taken)
        expect((await server.anyone.call('article.webView', { articleId })).status).toBe(200)
    })
    expect(taken.length).toBeGreaterThan(5)
    expect(stretch).toBeLessThan(stretchMax)
  })

  test.each([
    ['a short text', ''],
    ['a long one', `<p>${'文'.repeat(40_000)}</p>`],
  ])(
    'what somebody wrote into the history is not signed as clean when it is approved or taken back: %s',
    async (_, more) => {
      const { db } = server.parts
      const hostile = `<p>改过</p><meta http-equiv="refresh" content="0;url=//evil.test"><style>p{}</style>${more}`
      const { articleId } = (await admin.call('article.saveAdmin', anArticle(column))).value
      const items = [{ articleId }]
      const steps = (name: 'after' | 'before') =>
        db.write
          .updateTable('revision')
          .set({ [name]: JSON.stringify({ content: hostile }) })
          .where('articleId', '=', Number(articleId))
          .where('review', '=', name === 'after' ? 1 : 0)
          .execute()
      const shown = async () => {
        const { text } = await server.anyone.call('article.webView', { articleId })
        return [text.includes('改过'), /evil|<style/.test(text.slice(text.indexOf('<article')))]
      }
      for (const move of ['accept', 'approve']) await admin.call(`article.${move}`, { items })
      await admin.call('article.update', { articleId, content: '<p>新的</p>' })
      await steps('after')
      for (const move of ['accept', 'approve'])
        expect((await admin.call(`article.${move}`, { items })).value.done).toEqual([articleId])
      expect(await shown()).toEqual([true, false])
      await steps('before')
      expect((await admin.call('article.undo', { items })).value.done).toEqual([articleId])
      expect(await shown()).toEqual([true, false])
      const { seal } = await db.read
        .selectFrom('article')
        .select('seal')
        .where('id', '=', Number(articleId))
        .executeTakeFirstOrThrow()
      expect(seal === null).toBe(more !== '')
    },
  )

  test('a list of edits names the one whose text is not taken, and does the others', async () => {
    const [good, bad] = await Promise.all([1, 2].map(() => admin.call('article.saveAdmin', anArticle(column))))
    const id = (saved: typeof good) => saved?.value.articleId as string
    const items = [
      { articleId: id(bad), content: '<b>'.repeat(40_000) },
      { articleId: id(good), content: `<p onclick="x()">${'县'.repeat(40_000)}</p>` },
    ]
    const { value } = await admin.call('article.updateAndAccept', { items })
    expect(value).toMatchObject({
      done: [id(good)],
      failed: [{ id: id(bad), errorCode: 'BAD_INPUT', errorMsg: expect.stringContaining('嵌套超过 1000 层') }],
    })
    const { content } = (await admin.call('article.view', { articleId: id(good) })).value
    expect(content).toBe(`<p>${'县'.repeat(40_000)}</p>`)
  })
})
