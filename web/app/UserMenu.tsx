import { DownOutlined, UserOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { lastSignInShort } from '../../core/domain/last-sign-in.ts'
import { buttons } from '../../core/text.ts'
import { useCall } from '../data/calls.ts'
import { callsOf } from '../data/client.ts'
import { session } from '../data/session.ts'
import { showKeyHelp } from '../parts/keys.ts'
import { lazyPart } from '../parts/lazy.tsx'
import { useSignOut } from './sign-out.ts'
import { TopMenu } from './TopMenu.tsx'

const { info } = callsOf(auth)
const SessionsDialog = lazyPart(() => import('./SessionsDialog.tsx'))
const FactorDialog = lazyPart(() => import('./FactorDialog.tsx'))
const TokensDialog = lazyPart(() => import('./TokensDialog.tsx'))
const PasswordDialog = lazyPart(() => import('./PasswordDialog.tsx'))

/** Who is signed in, the keys, the password, and the way out. */
export function UserMenu() {
  const { data } = useCall('auth.info', info, {}, { quiet: true })
  const signOut = useSignOut()
  const [changing, setChanging] = useState(false)
  const [looking, setLooking] = useState(false)
  const [binding, setBinding] = useState(false)
  const [tokens, setTokens] = useState(false)
  const name = data?.name ?? session.userAccount()
  const before = data ? lastSignInShort(data) : ''
  const roles = data?.roles.map((role) => role.name).join('、')

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
    { key: 'leave', label: buttons.signOut, onClick: signOut },
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
