import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import { type DeskOptions, openBrowser, sitDown } from './browser.ts'
import { anArticle, makeColumn, type Person, startServer, type TestServer } from './server.ts'

interface Office {
  server: TestServer
  browser: Browser
  /** 政协要闻. */
  column: number
  admin: Person
}

/**
 * A server with a column and an administrator, and a browser, for the tests around; what they do there again and again.
 * @param password needed only to sign in by it
 */
export function openOffice(password?: string) {
  const office = {} as Office
  beforeAll(async () => {
    office.server = await startServer()
    office.column = await makeColumn(office.server)
    office.admin = await office.server.person({ roles: ['admin'], ...(password !== undefined && { password }) })
    office.browser = await openBrowser()
  })
  afterAll(async () => {
    await office.browser?.close()
    await office.server?.close()
  })

  const sit = (person: Person | null = office.admin, options: DeskOptions = {}) =>
    sitDown(office.browser, office.server, person, options)
  /** Saves an article, a draft where nothing else is said; answers its id. */
  const save = async (more: object = {}) =>
    (await office.admin.call('article.saveAdmin', anArticle(office.column, { status: 3, ...more }))).value
      .articleId as string
  const view = async (articleId: string) => (await office.admin.call('article.view', { articleId })).value
  const move = (name: string, articleId: string) => office.admin.call(`article.${name}`, { items: [{ articleId }] })

  return Object.assign(office, {
    sit,
    save,
    view,
    move,
    /** An article that is online. */
    async publish(title: string) {
      const articleId = await save({ title, status: 1 })
      await move('accept', articleId)
      await move('approve', articleId)
      return articleId
    },
    /** Sits down at the form of an article, once its text can be written in. */
    async open(articleId: string, options: DeskOptions = {}) {
      const at = await sit(office.admin, options)
      await at.go(`/main/article/essay/${articleId}`)
      await at.page.getByRole('textbox', { name: '正文' }).waitFor()
      return at
    },
    /** Uploads a picture of one colour; answers its address. */
    async picture(background: string, width: number, height: number): Promise<string> {
      const png = await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer()
      const form = new FormData()
      form.append('file', new Blob([png as Uint8Array<ArrayBuffer>]), '图.png')
      const headers = { authorization: office.admin.token }
      const sent = { method: 'POST', headers, body: form }
      return (await office.server.raw('/api/file/upload/name?type=image', sent)).value.url
    },
  })
}
