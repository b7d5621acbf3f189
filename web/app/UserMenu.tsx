import { DownOutlined, UserOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { lastSignInShort } from '../../core/domain/last-sign-in.ts'
import { useAction, useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { keepTyped, session, toLogin } from '../data/session.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { showKeyHelp } from '../parts/keys.ts'
import { lazyPart } from '../parts/lazy.tsx'
import { TopMenu } from './TopMenu.tsx'

const { info, logout } = callsOf(auth)
const SessionsDialog = lazyPart(() => import('./SessionsDialog.tsx'))
const FactorDialog = lazyPart(() => import('./FactorDialog.tsx'))
const TokensDialog = lazyPart(() => import('./TokensDialog.tsx'))
const PasswordDialog = lazyPart(() => import('./PasswordDialog.tsx'))

/** Who is signed in, the keys, the password, and the way out. */
export function UserMenu() {
  const { data } = useCall('auth.info', info, {}, { quiet: true })
  const leave = useAction(logout)
  const confirm = useConfirm()
  const [changing, setChanging] = useState(false)
  const [looking, setLooking] = useState(false)
  const [binding, setBinding] = useState(false)
  const [tokens, setTokens] = useState(false)
  const name = data?.name ?? session.userAccount()
  const before = data ? lastSignInShort(data) : ''
  const roles = data?.roles.map((role) => role.name).join('、')

  async function signOut() {
    const text = '填写的内容过多，浏览器未能暂存，退出后将丢失。是否退出登录？'
    if (!keepTyped() && !(await confirm({ text, ok: '退出登录', danger: true }))) return
    // whatever the server says: who wants to leave is signed out here
    await leave.run({})
    toLogin(false)
  }

  const items = [
    {
      key: 'who',
      disabled: true,
      label: (
        <>
          {data?.deptName ?? data?.userAccount}
          {roles && ` · ${roles}`}
        </>
      ),
    },
    ...(before === '' ? [] : [{ key: 'before', disabled: true, label: <span className="menu-note">{before}</span> }]),
    { type: 'divider' as const },
    { key: 'keys', label: '快捷键', onClick: showKeyHelp },
    { key: 'password', label: '修改密码', onClick: () => setChanging(true) },
    { key: 'factor', label: '动态口令', onClick: () => setBinding(true) },
    { key: 'sessions', label: '登录情况', onClick: () => setLooking(true) },
    { key: 'tokens', label: '脚本令牌', onClick: () => setTokens(true) },
    { key: 'leave', label: '退出登录', onClick: signOut },
  ]
  return (
    <>
      <TopMenu items={items} label={`用户 ${name}`}>
        <UserOutlined aria-hidden /> <span className="wide-only">{name}</span>{' '}
        <DownOutlined aria-hidden className="wide-only small" />
      </TopMenu>
      {looking && <SessionsDialog close={() => setLooking(false)} />}
      {tokens && <TokensDialog close={() => setTokens(false)} />}
      {binding && <FactorDialog close={() => setBinding(false)} />}
      {changing && <PasswordDialog close={() => setChanging(false)} />}
    </>
  )
}
