import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { applyPapers } from '../core/contract/apply.ts'

/** `npm run check:word`: every paper of the demo's requests, as LibreOffice reads it. Without LibreOffice it says so, and has checked nothing. */

const port = 18_082
const base = `http://127.0.0.1:${port}`
const password = 'Tq7-mRwx-29Lp'

/** Where LibreOffice is; null: it is not installed. */
function office(): string | null {
  const paths = ['/usr/bin/soffice', '/usr/bin/libreoffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice']
  return paths.find((path) => existsSync(path)) ?? null
}

async function startServer(data: string) {
  const env = { ...process.env, XZX_ADMIN_PASSWORD: password, XZX_DEMO_PASSWORD: password, XZX_CONFIG_DIR: data }
  const command = [resolve('bin/xzx.mjs'), 'serve', '--demo', '--port', String(port), '--data', join(data, 'server')]
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((started) =>
    child.stdout.on('data', (chunk: Buffer) => String(chunk).includes('已启动') && started()),
  )
  return child
}

interface Reply {
  readonly value: { readonly list: readonly { readonly id: string }[] } & string
}

const post = (path: string, body: object, authorization = '') =>
  fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  })

/** Writes all papers that there are. @returns how many */
async function papersInto(folder: string): Promise<number> {
  const query = new URLSearchParams({ username: 'admin', password })
  const { value: token } = (await (await post(`/user/loginNoCode?${query}`, {})).json()) as Reply
  const { value } = (await (await post('/apply/list', { pageSize: 200 }, token)).json()) as Reply
  let written = 0
  for (const { id } of value.list)
    for (const paper of Object.keys(applyPapers)) {
      const reply = await post('/apply/exportWord', { id, paper }, token)
      // a request that was not extended has no letter of that
      if (reply.headers.get('content-type')?.includes('json')) continue
      writeFileSync(join(folder, `${id}-${paper}.docx`), new Uint8Array(await reply.arrayBuffer()))
      written += 1
    }
  return written
}

async function check(program: string, data: string): Promise<void> {
  const [from, to] = [join(data, 'docx'), join(data, 'pdf')]
  for (const folder of [from, to]) mkdirSync(folder)
  const server = await startServer(data)
  const written = await papersInto(from).finally(() => server.kill())
  const files = readdirSync(from).map((name) => join(from, name))
  const profile = `-env:UserInstallation=file://${join(data, 'profile')}`
  execFileSync(program, [profile, '--headless', '--convert-to', 'pdf', '--outdir', to, ...files], { stdio: 'ignore' })
  const made = readdirSync(to).filter((name) => statSync(join(to, name)).size > 1000)
  if (written === 0 || made.length !== written)
    throw new Error(`LibreOffice 只转换了 ${made.length} 份，共 ${written} 份文书`)
  console.log(`${written} 份 Word 文书都能由 LibreOffice 转换为 PDF`)
}

const program = office()
if (program === null)
  console.log('没有安装 LibreOffice，没有检查 Word 文书（apt-get install libreoffice-writer-nogui）')
else {
  const data = mkdtempSync(join(tmpdir(), 'xzx-word-'))
  await check(program, data).finally(() => rmSync(data, { recursive: true, force: true }))
}
