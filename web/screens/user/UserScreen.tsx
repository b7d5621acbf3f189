import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import { auth } from '../../../core/contract/auth.ts'
import type { Input } from '../../../core/contract/endpoint.ts'
import { user } from '../../../core/contract/user.ts'
import { userRow } from '../../../core/contract/user-row.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { addressWith, useListAddress } from '../../parts/list/address.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { RowActs } from '../../parts/list/RowActs.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { api, bulk, columns, isStopped, nameOf, type Row } from './calls.ts'
import { OnceDialog, type OncePassword } from './OnceDialog.tsx'

const { unlock } = callsOf(auth)

const ImportDialog = lazyPart(() => import('./ImportDialog.tsx'))
const RolesDialog = lazyPart(() => import('./RolesDialog.tsx'))
const WhyDialog = lazyPart(() => import('./WhyDialog.tsx'))
const StopDialog = lazyPart(() => import('./StopDialog.tsx'))
const RevealDialog = lazyPart(() => import('./RevealDialog.tsx'))

const filters = [
  ...filtersOf(user.list, ['name', 'deptId', 'roleId', 'state', 'locked', 'userType', 'mustChange', 'startTime']),
  { kind: 'text', field: 'mobile', label: '完整手机号' } as const,
]
const ofAccount = { kind: 'text', field: 'account', label: '完整账号' } as const
/** Where what somebody did is told. */
const logPlace = '/main/system/userOperationLogInfo'
/** A department stands for those below it too. */
const asInput = (found: Readonly<Record<string, string>>) => ({ ...found, ...(found.deptId && { withChildren: 1 }) })

const { id: _, version: __, state: ___, ...shape } = user.save.input.shape
const fields = [
  ...(['account', 'name', 'deptId', 'position', 'mobile', 'userType'] as const),
  ...(['sex', 'ehrNo', 'idNumber', 'dingId', 'enterAt'] as const),
]
type Values = Omit<Input<typeof user.save>, 'id' | 'version' | 'state'>
const hints = {
  account: '登录时用，不能与他人相同',
  mobile: '已有的不显示，不改就不填',
  idNumber: '已有的不显示，不改就不填',
  userType: '只作区分，不带权限；权限由角色决定',
}
const newHints = { account: `${hints.account}；新增后还没有权限，请在列表的「角色」中授予`, userType: hints.userType }
/** What is personal is not brought to the screen to be edited: the form writes it anew. */
const toEdit = (row: Row) => ({ ...row, mobile: null, idNumber: null, version: row.version ?? 1 })

type Open =
  | { readonly does: 'edit' | 'roles' | 'why' | 'stop' | 'reveal'; readonly row: Row }
  | { readonly does: 'add' | 'import' }
  | null

/** The staff who sign in: who they are, which roles they have, and who may not come any more. */
export default function UserScreen() {
  const { can } = useRights()
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const [{ filters: given }] = useListAddress()
  const [open, setOpen] = useState<Open>(null)
  const [once, setOnce] = useState<OncePassword | null>(null)
  const reset = useAction(api.resetPwd)
  const unbind = useAction(api.factorReset)
  const releasing = useAction(unlock)
  const removal = useAction(api.del)
  const starting = useAction(api.setState)
  const signingOut = useAction(api.signOut)
  const close = () => setOpen(null)
  const calls = useMemo(() => {
    const save = async (input: Input<typeof user.save>, options?: CallOptions) => {
      const saved = await api.save(input, options)
      if (saved.oncePassword) setOnce({ name: nameOf(saved), account: saved.account, password: saved.oncePassword })
      return toEdit(saved)
    }
    const get = async (input: { id: string }, options?: CallOptions) => toEdit(await api.view(input, options))
    return { get, add: save, edit: save }
  }, [])

  async function resetPassword(row: Row) {
    const text = `重置 ${nameOf(row)} 的密码？对方立即退出登录，用新的一次性密码登录后须修改。`
    if (!(await confirm({ text, ok: '重置密码' }))) return
    const done = await reset.run({ id: row.id }, say.refused)
    if (!done?.oncePassword) return
    const { oncePassword: password, tokensLeft } = done
    setOnce({ name: nameOf(row), account: row.account, password, tokensLeft })
    await stale('user')
  }
  async function signOut(row: Row, tokens: 0 | 1) {
    const question = tokens
      ? {
          text: `作废 ${nameOf(row)} 的全部脚本令牌，并让其在各处退出登录？用这些令牌的程序随即不能工作，要由本人重新签发。`,
          ...{ ok: '作废', danger: true },
        }
      : {
          text: `让 ${nameOf(row)} 在各处退出登录？密码不变，对方可以重新登录；脚本令牌仍然有效。`,
          ok: '退出登录',
        }
    if (!(await confirm(question))) return
    const done = await signingOut.run({ ids: [row.id], tokens }, say.refused)
    const [failed] = done?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    else if (done) say.success(`${nameOf(row)} 已在各处退出登录${tokens ? '，脚本令牌已作废' : ''}`)
  }
  async function resetFactor(row: Row) {
    const text = `解除 ${nameOf(row)} 的动态口令？用于手机和恢复码都丢失时，请先当面核实是本人；对方随即退出登录。`
    if (!(await confirm({ text, ok: '解除动态口令', danger: true }))) return
    if (!(await unbind.run({ id: row.id }, say.refused))) return
    say.success('已解除，对方登录后可以重新绑定')
    await stale('user')
  }
  async function release(row: Row) {
    const done = await releasing.run({ username: row.account }, say.refused)
    if (!done) return
    if (done.released > 0) {
      say.success(`已解除 ${nameOf(row)} 的登录锁定：清除 ${done.released} 次失败记录，现在可以登录`)
      await stale('user')
    } else say.warning(`${nameOf(row)} 没有被锁定`)
  }
  async function start(row: Row) {
    if (!(await confirm({ text: `启用 ${nameOf(row)}？启用后即可登录。`, ok: '启用' }))) return
    const done = await starting.run({ ids: [row.id], state: 0 }, say.refused)
    const [failed] = done?.failed ?? []
    if (failed) say.error(failed.errorMsg)
    else if (done) say.success(`已启用 ${nameOf(row)}`)
    await stale('user', 'dept')
  }
  async function remove(row: Row) {
    const text = `删除用户「${nameOf(row)}」？只有没有文章和记录的用户才能删除，删除后无法恢复；有文章或记录的请改为停用。`
    if (!(await confirm({ text, ok: '删除', danger: true }))) return
    if (!(await removal.run({ id: row.id }, say.refused))) return
    say.success(`用户「${nameOf(row)}」已删除`)
    await stale('user', 'role', 'dept')
  }
  const editing = open?.does === 'edit' ? toEdit(open.row) : undefined
  return (
    <>
      <ListScreen
        name="用户"
        call="user.list"
        from={api.list}
        row={userRow}
        idField="id"
        titleOf={nameOf}
        columns={columns}
        // who comes from somebody's own line of the log sees what narrows the list, and can take it away
        filters={given.account ? [...filters, ofAccount] : filters}
        asInput={asInput as never}
        bulk={bulk}
        main={
          can('user_save') && (
            <>
              <Button type="primary" onClick={() => setOpen({ does: 'add' })}>
                新增用户
              </Button>
              <Button onClick={() => setOpen({ does: 'import' })}>批量导入</Button>
            </>
          )
        }
        {...(can('user_save') && { onOpen: (row: Row) => setOpen({ does: 'edit', row }) })}
        rowActions={(row) => (
          <RowActs name={nameOf(row)}>
            {can('user_save') && (
              <button type="button" onClick={() => setOpen({ does: 'edit', row })} aria-label={`编辑 ${nameOf(row)}`}>
                编辑
              </button>
            )}
            {can('user_grantRole') && (
              <button type="button" onClick={() => setOpen({ does: 'roles', row })} aria-label={`角色 ${nameOf(row)}`}>
                角色
              </button>
            )}
            <button
              type="button"
              onClick={() => setOpen({ does: 'why', row })}
              aria-label={`为什么能看到 ${nameOf(row)}`}
            >
              为什么能看到
            </button>
            {can('user_reveal') && (row.mobile || row.idNumber) && (
              <button
                type="button"
                onClick={() => setOpen({ does: 'reveal', row })}
                aria-label={`查看完整号码 ${nameOf(row)}`}
              >
                查看完整号码
              </button>
            )}
            {can('log_list') && (
              <Link to={`${logPlace}${addressWith('', { filters: { userAccount: row.account ?? '' } })}`}>
                操作日志
              </Link>
            )}
            {can('user_resetPwd') && (
              <button type="button" onClick={() => void resetPassword(row)} aria-label={`重置密码 ${nameOf(row)}`}>
                重置密码
              </button>
            )}
            {can('user_resetPwd') && (
              <button type="button" onClick={() => void signOut(row, 0)} aria-label={`退出登录 ${nameOf(row)}`}>
                让其退出登录
              </button>
            )}
            {can('user_resetPwd') && (
              <button type="button" onClick={() => void signOut(row, 1)} aria-label={`作废脚本令牌 ${nameOf(row)}`}>
                作废脚本令牌
              </button>
            )}
            {can('auth_unlock') && (
              <button type="button" onClick={() => void release(row)} aria-label={`解除登录锁定 ${nameOf(row)}`}>
                解除登录锁定
              </button>
            )}
            {can('user_resetPwd') && (row.factorCount ?? 0) > 0 && (
              <button type="button" onClick={() => void resetFactor(row)} aria-label={`解除动态口令 ${nameOf(row)}`}>
                解除动态口令
              </button>
            )}
            {can('user_save') && (
              <button
                type="button"
                onClick={() => (isStopped(row) ? void start(row) : setOpen({ does: 'stop', row }))}
                aria-label={`${isStopped(row) ? '启用' : '停用'} ${nameOf(row)}`}
              >
                {isStopped(row) ? '启用' : '停用'}
              </button>
            )}
            {can('user_del') && (
              <button type="button" onClick={() => void remove(row)} aria-label={`删除 ${nameOf(row)}`}>
                删除
              </button>
            )}
          </RowActs>
        )}
      />
      {(open?.does === 'add' || editing) && (
        <RowDialog<Values, ReturnType<typeof toEdit>>
          name="用户"
          area="user"
          calls={calls as never}
          shape={shape as never}
          fields={fields}
          hints={editing ? hints : newHints}
          needs={['account', 'name']}
          fresh={{ userType: 2 }}
          live={() => (editing ? '保存后对该用户随即生效，是否保存？' : '保存后随即建立账号，是否保存？')}
          row={editing}
          close={close}
        />
      )}
      {open?.does === 'roles' && <RolesDialog row={open.row} close={close} />}
      {open?.does === 'import' && <ImportDialog close={close} />}
      {open?.does === 'stop' && <StopDialog row={open.row} close={close} />}
      {open?.does === 'reveal' && <RevealDialog row={open.row} close={close} />}
      {open?.does === 'why' && <WhyDialog row={open.row} close={close} />}
      {once && <OnceDialog once={once} close={() => setOnce(null)} />}
    </>
  )
}
