import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { Refused } from '../../core/errors.ts'
import { siteTitle } from '../../core/text.ts'
import type { Parts } from '../context.ts'
import { publicAccess, publicNames } from '../folder/public.ts'
import { hereAddress } from '../here-proof.ts'
import { missingAnchors } from '../log-anchor.ts'
import { effective } from '../settings.ts'
import { isFilePath } from '../site/addresses.ts'
import { serverPath } from '../site/finder/segments.ts'
import { pagePolicy, pagePolicyWith, sandboxed } from './answer.ts'
import { asItIs } from './as-it-is.ts'
import { serveConsole } from './console.ts'
import { serviceNow } from './cross.ts'
import { isNear, showHere } from './near.ts'
import { hiddenPicture } from './picture-pass.ts'

const welcome = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${siteTitle}-站点管理</title></head>
<body><header><h1>${siteTitle}后台</h1></header><main>
<p>服务已启动。管理界面将在这里打开，目前请使用命令行：</p>
<pre>npx xzx auth login --server http://127.0.0.1:8080 --user admin
npx xzx audit
npx xzx article list --status 待审核</pre>
<ul><li><a href="/site/">查看生成的网站</a></li><li><a href="/openapi.json">接口文档（OpenAPI）</a></li><li><a href="/healthz">运行状态</a></li></ul>
</main></body></html>
`

const html = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page)

const notHere = (title: string) =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1><p><a href="/site/">返回首页</a></p></main></body></html>`

/** Between listening and the end of the first generation; a browser looks again by itself. */
const notYet = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>网站正在生成</title></head><body><main><h1>网站正在生成</h1><p>请稍候，页面会自动刷新。</p></main></body></html>`

/** How the log stands to its anchors: in words only where somebody who may read the log asks. */
async function anchorsOf({ db, dataDir, logState, secret }: Parts): Promise<'kept' | 'lost' | 'differ'> {
  if (logState.wrong !== null) return 'differ'
  return (await missingAnchors(db.read, secret.log, dataDir)) === null ? 'kept' : 'lost'
}

/** As uploads and the covers of the demo content are named; whatever else has come to lie among them is not for visitors. */
/** How many accounts of the demo county stand there and are let in by nobody, for this start has no `--demo`. */
async function demoAccountsShut({ db, demo }: Parts): Promise<number> {
  if (demo) return 0
  const found = db.read.selectFrom('user').select((eb) => eb.fn.countAll<number>().as('n'))
  return Number((await found.where('demo', '=', 1).where('state', '=', 0).executeTakeFirstOrThrow()).n)
}

const uploadName = /^[\w-]+\.(?:jpg|png|gif|mp4|webm)$/

interface StaticError {
  readonly statusCode?: number
  readonly code?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * True for a file or folder below a folder, where nothing on the way is a link; also where nothing is, for that is said elsewhere. A pipe
 * is neither: each that is opened holds one of the four threads by which all files are read, for ever.
 */
const plainIn = (root: string) => (path: string) => {
  const file = resolve(root, `./${path}`)
  try {
    if (realpathSync.native(file) !== file) return false
    const there = lstatSync(file)
    return there.isFile() || there.isDirectory()
  } catch {
    return true
  }
}

const inMb = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/** Why a server is not ready though it may still write: it is asked anew each time. @param left for who looks after it: what is left where */
const lowSays = ({ dataDir, limits }: Parts, left: number | null): string =>
  `磁盘空间不足：${left === null ? '数据目录所在磁盘的剩余空间' : `数据目录 ${dataDir} 所在的磁盘剩余 ${inMb(left)}，`}少于预留的 ${inMb(limits.roomBytes)}。用完之前仍可写入，腾出空间后随即恢复`

/**
 * The generated site, uploads, the console's place, health: all that is no call of the contract.
 * @param throughUnnamed whether a proxy that is not named stands before the server (proxy.ts)
 */
export async function servePages(app: FastifyInstance, parts: Parts, throughUnnamed: () => boolean): Promise<void> {
  app.get('/', async (_request, reply) => reply.redirect('/site/', 302))
  app.get(hereAddress, async (request, reply) => {
    showHere(request, reply, parts.secret)
    return { status: 'ok' }
  })
  app.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(parts.db.read)
      const { bavail, bsize } = await statfs(parts.dataDir)
      const near = isNear(request, parts.secret)
      if (bavail * bsize < parts.limits.roomBytes)
        throw new Refused('UNAVAILABLE', lowSays(parts, near ? bavail * bsize : null))
      // how the server is set, and what is wrong with it, is for who looks after it
      if (!near) return { status: 'ready' }
      const loginNoCode = await effective(parts, 'signIn.noCode')
      const { access: site } = publicAccess(parts.dataDir)
      const logAnchors = await anchorsOf(parts)
      const demoShut = await demoAccountsShut(parts)
      return { status: 'ready', loginNoCode, site, unnamedProxy: throughUnnamed(), logAnchors, demoShut }
    } catch (error) {
      const { code, message } = error instanceof Refused ? error : new Refused('UNAVAILABLE', '数据库暂不可用')
      return reply.code(503).send({ status: 'unavailable', errorCode: code, errorMsg: message })
    }
  })
  serveConsole(
    app,
    (reply) => html(reply, 200, welcome),
    (reply) => html(reply, 404, notHere('文件不存在')),
  )
  for (const folder of publicNames) {
    const prefix = `/${folder}`
    const root = realpathSync(join(parts.dataDir, folder))
    const isPlain = plainIn(root)
    const isOurs = (path: string) => folder === 'site' || uploadName.test(path.replace(/^\//, ''))
    const files = async (scope: FastifyInstance) => {
      // the page is read, not served as a file: conditions and ranges of the request are about the file that is not there
      const notFound = async (reply: FastifyReply) => {
        if (folder === 'site' && !existsSync(join(root, 'index.html')))
          return html(reply.header('retry-after', '2'), 503, notYet)
        const there = folder === 'site' && isPlain('404.html')
        const page = there ? await readFile(join(root, '404.html'), 'utf8').catch(() => null) : null
        return html(reply, 404, page ?? notHere('页面不存在'))
      }
      if (folder === 'site')
        scope.addHook('onSend', async (_request, reply, payload) => {
          if (reply.getHeader('content-security-policy') === pagePolicy) {
            // the pages are there while the database is not
            const service = await serviceNow(parts).catch(() => '')
            if (service !== '') reply.header('content-security-policy', pagePolicyWith(service))
          }
          return asItIs(reply, payload)
        })
      scope.setNotFoundHandler(async (request, reply) => {
        const asked = request.url.slice(prefix.length + 1).split('?')[0] ?? ''
        const hidden = folder === 'uploads' && request.method === 'GET' && uploadName.test(asked)
        return (hidden && (await hiddenPicture(parts, asked, request, reply))) || notFound(reply)
      })
      // a name that no file can have is no file; only what is not the caller's doing is a fault
      scope.setErrorHandler(async (error: StaticError, _request, reply) => {
        if (error.statusCode === 412 || error.statusCode === 416)
          return reply
            .code(error.statusCode)
            .headers(error.headers ?? {})
            .send()
        const asked =
          (error.statusCode ?? 500) < 500 || error.code === 'ERR_INVALID_ARG_VALUE' || error.code === 'ENAMETOOLONG'
        if (asked) return notFound(reply)
        throw error
      })
      await scope.register(fastifyStatic, {
        root,
        allowedPath: (path) => isOurs(path) && isPlain(path),
        dotfiles: 'deny',
        redirect: true,
        cacheControl: false,
        setHeaders: (response, path) => {
          const isFile = folder === 'site' && isFilePath(relative(root, path).replaceAll(sep, '/'))
          response.header('cache-control', 'no-cache')
          response.header('content-security-policy', folder === 'site' && !isFile ? pagePolicy : sandboxed)
          if (isFile) response.header('content-disposition', 'attachment')
        },
      })
    }
    // where pages are handed out without a server, the file that lies there says no
    if (folder === 'site') app.get(`${prefix}/${serverPath}`, async () => ({ server: true }))
    await app.register(files, { prefix })
    app.get(prefix, async (_request, reply) => reply.redirect(`${prefix}/`, 302))
  }
}
