import { auth } from '../../core/contract/auth.ts'
import { buttons } from '../../core/text.ts'
import { useAction } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { keepTyped, toLogin } from '../data/session.ts'
import { useConfirm } from '../parts/confirm.tsx'

const { logout } = callsOf(auth)

/** The way out, to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const leave = useAction(logout)
  const confirm = useConfirm()
  return async () => {
    const text = '填写的内容过多，浏览器未能暂存，退出后将丢失。是否退出登录？'
    if (!keepTyped() && !(await confirm({ text, ok: buttons.signOut, danger: true }))) return
    // whatever the server says: who wants to leave is signed out here
    await leave.run({})
    toLogin(false)
  }
}
