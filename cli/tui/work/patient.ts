import { ApiError } from '../../../core/errors.ts'
import { fileReason } from '../../files/fault.ts'
import { type Desk, firstWait } from '../desk.ts'
import { form } from '../state/dialogs.ts'

/** What a call ends with when nobody waits for it any more. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}

const longestWait = 15_000
const tick = 100

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

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Counts down to the next try, on the screen. */
async function countDown(desk: Desk, why: string): Promise<void> {
  const end = performance.now() + desk.under.waitMs
  desk.under.waitMs = Math.min(longestWait, desk.under.waitMs * 2)
  let ended = false
  const wait = {
    end: () => {
      ended = true
    },
  }
  desk.under.wait = wait
  for (let left = end - performance.now(); left > 0 && !ended && !desk.closed; left = end - performance.now()) {
    const seconds = Math.ceil(left / 1000)
    if (desk.state.lost?.left !== seconds || desk.state.lost.why !== why) desk.set({ lost: { why, left: seconds } })
    await sleep(Math.min(tick, left))
  }
  desk.under.wait = null
  if (!desk.closed) desk.set({ lost: { why, left: 0 } })
}

/** Waits until the lost server is tried again: all calls at the same moment, so that what the screen counts down holds for each. */
async function waitForServer(desk: Desk, why: string, still: () => boolean): Promise<void> {
  if (desk.under.wait === null) void countDown(desk, why)
  const { wait } = desk.under
  while (wait !== null && desk.under.wait === wait && still()) await sleep(tick)
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
  for (;;) {
    try {
      if (!wanted()) throw new Superseded()
      const value = await call()
      desk.under.waitMs = firstWait
      if (desk.state.lost !== null) desk.set({ lost: null })
      if (!wanted()) throw new Superseded()
      return value
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (sessionOver(error)) {
        await signInAgain(desk)
      } else if (unreachable(error) && canSendTwice) {
        await waitForServer(desk, error.message, wanted)
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
