import { ApiError } from '../../../core/errors.ts'
import { fileReason } from '../../files/fault.ts'
import type { Desk } from '../desk.ts'
import { form } from '../state/dialogs.ts'

/** What a call ends with when nobody waits for it any more. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}

const firstWait = 1000
const longestWait = 15_000
const tick = 200

const sessionOver = (error: ApiError) => error.kind === 'session' || error.code === 'NOT_SIGNED_IN'
const unreachable = (error: ApiError) => error.kind === 'network' || error.kind === 'server'

const loginForm = (account: string, title: string) => ({
  ...form(title, [
    { name: 'username', label: '用户名', value: account },
    { name: 'password', label: '密码', hidden: true },
  ]),
  escape: '退出',
})

async function signIn(desk: Desk, title: string): Promise<void> {
  const { backend } = desk.around
  let wrong = ''
  for (;;) {
    const answer = await desk.askLogin({ ...loginForm(backend.account(), title), wrong })
    if (!answer) {
      desk.leave(4)
      throw new Superseded()
    }
    try {
      await backend.login(answer.username?.trim() ?? '', answer.password ?? '')
      return
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      wrong = error.message
    }
  }
}

/** Asks for the password until it is right; calls that fail meanwhile wait for the same answer. */
export function signInAgain(desk: Desk, title = '登录已过期，请重新登录'): Promise<void> {
  desk.under.asking ??= signIn(desk, title).finally(() => {
    desk.under.asking = null
  })
  return desk.under.asking
}

async function pause(ms: number, still: () => boolean): Promise<void> {
  for (let left = ms; left > 0 && still(); left -= tick) await new Promise((done) => setTimeout(done, tick))
}

/**
 * Makes a call until it is answered: asks for the password when the session is over, waits for a lost server.
 * @param still false when the answer is no longer wanted
 * @throws ApiError for refusals, Superseded when it is no longer wanted
 */
export async function patient<T>(
  desk: Desk,
  call: () => Promise<T>,
  still: () => boolean = () => true,
  canSendTwice = true,
): Promise<T> {
  const wanted = () => !desk.closed && still()
  for (let wait = firstWait; ; wait = Math.min(longestWait, wait * 2)) {
    try {
      if (!wanted()) throw new Superseded()
      const value = await call()
      if (desk.state.lost !== null) desk.set({ lost: null })
      if (!wanted()) throw new Superseded()
      return value
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (sessionOver(error)) {
        await signInAgain(desk)
        wait = firstWait / 2
      } else if (unreachable(error) && canSendTwice) {
        desk.set({ lost: `${error.message}，${Math.round(wait / 1000)} 秒后再试` })
        await pause(wait, wanted)
      } else throw error
    }
  }
}

/** A failure as the remark says it; files by their name. */
function inWords(error: unknown): string {
  const { path } = (error ?? {}) as { path?: unknown }
  const reason = fileReason(error)
  if (reason) return typeof path === 'string' ? `${path}：${reason}` : reason
  return error instanceof Error ? error.message : String(error)
}

/** Runs work that a key started; a failure becomes a notice. */
export function begin(desk: Desk, work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    if (error instanceof Superseded || desk.closed) return
    desk.notice(inWords(error), true)
  })
}
