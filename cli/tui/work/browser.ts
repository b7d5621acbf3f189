import { spawn } from 'node:child_process'
import type { Desk } from '../desk.ts'
import { currentRow, idOf } from '../state/list.ts'

type Env = Desk['around']['env']

/** The program that opens an address; null where there is no desktop. */
function openerFor(env: Env, platform: NodeJS.Platform): readonly string[] | null {
  if (env.BROWSER) return [env.BROWSER]
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['cmd', '/c', 'start', '']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null
}

/** The published page, or the article in the console. */
export const addressOf = (server: string, id: string, published: boolean): string => {
  const base = server.replace(/(?<!\/)\/+$/, '')
  return published ? `${base}/api/article/webView?articleID=${id}` : `${base}/web/main/article/essay/${id}`
}

/** Opens the current article in the browser; over ssh its address is shown instead. */
export async function browse(desk: Desk): Promise<void> {
  const row = currentRow(desk.state.list)
  if (!row) return
  const { env, backend } = desk.around
  const address = addressOf(backend.server, idOf(row), Number(row.status) === 2)
  const opener = openerFor(env, process.platform)
  if (!opener) return desk.notice(`这里没有浏览器，地址是 ${address}`, true)
  const [program, ...args] = opener as [string, ...string[]]
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.once('error', () => desk.notice(`无法启动 ${program}，地址是 ${address}`, true))
  child.unref()
  desk.notice('已在浏览器中打开')
}
