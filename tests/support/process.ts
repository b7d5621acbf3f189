import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('../..', import.meta.url))
/** The administrator's password in tests; their databases live for one test. */
export const adminPassword = 'Test-only-7431'

export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Ends it by a signal and waits until it is gone; answers its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts a server as a process of its own on a free port, and waits until it listens.
 * @param from `built`: from the bundle, as users run it; `root`: another copy of the repository
 */
export async function startProcess(
  data: string,
  { built = false, root = here, databaseUrl = '', site = '' } = {},
): Promise<ServerProcess> {
  const source = [join(root, 'tests/support/serve.ts'), data, '0']
  const bundle = [join(root, 'bin/xzx.mjs'), 'serve', '--port', '0', '--data', data]
  const child = spawn(process.execPath, built ? bundle : source, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      XZX_ADMIN_PASSWORD: adminPassword,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(site && { XZX_SITE: site }),
    },
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += String(chunk)
      const found = /已启动：(http:\S+)/.exec(said)
      if (found) resolve(found[1] as string)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`server ended with ${code}: ${said}`)))
  })
  return {
    url,
    child,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit')
        child.kill(signal)
        await gone
      }
      return child.exitCode
    },
  }
}

/** Signs in as the administrator; answers how to post JSON, and the token. */
export async function adminOf(url: string) {
  const query = new URLSearchParams({ username: 'admin', password: adminPassword })
  const login = (await (await fetch(`${url}/user/loginNoCode?${query}`, { method: 'POST' })).json()) as {
    value: string
  }
  const post = async (path: string, body: unknown = {}) => {
    const headers = { authorization: login.value, 'content-type': 'application/json' }
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
    return (await reply.json()) as any
  }
  return Object.assign(post, { token: login.value })
}
