import { createElement, lazy, type ReactNode } from 'react'
import type { Output } from '../../../core/contract/endpoint.ts'
import { user } from '../../../core/contract/user.ts'
import { userStates } from '../../../core/domain/enums.ts'
import { callsOf } from '../../data/client.ts'
import { shortTime } from '../../parts/list/cells.tsx'
import type { BulkAction, BulkItem, Column } from '../../parts/list/types.ts'

export const api = callsOf(user)

/** A user as lists show them. */
export type Row = Output<typeof user.list>['list'][number]

export const nameOf = ({ name, account }: Row): string => `${name}（${account}）`
export const isStopped = (row: Row): boolean => Number(row.state) === 1

/** 「2026-11-24 08:46，在 10.1.2.3」: elsewhere they can sign in. */
const lockedText = ({ lockedUntil, lockedFrom }: Row): string | null =>
  lockedUntil === null ? null : `${shortTime(lockedUntil)}，在 ${lockedFrom ?? ''}`

/** Whether they may come, and where they could not now though they may. */
function stateShown(row: Row): ReactNode {
  if (Number(row.demo) === 2 && !isStopped(row))
    return createElement('b', { className: 'doubt', title: '服务没有以 --demo 启动' }, '演示账号，不能登录')
  if (row.lockedUntil === null || isStopped(row)) return userStates[isStopped(row) ? 1 : 0]
  const title = `登录失败过多，锁定至 ${lockedText(row)}`
  return createElement('b', { className: 'doubt', title }, `锁定至 ${row.lockedUntil.slice(11, 16)}`)
}

/** The columns of every list of users. */
export const columns: readonly Column<Row>[] = [
  { field: 'name', width: 120, sort: true },
  { field: 'account', width: 120, sort: true },
  { field: 'deptName', width: 140, leads: true },
  { field: 'roleNames', width: 150 },
  { field: 'position', width: 110 },
  { field: 'mobile', width: 130, hidden: true },
  { field: 'state', width: 112, leads: true, show: stateShown },
  { field: 'lockedUntil', width: 220, text: lockedText, hidden: true },
  { field: 'mustChange', width: 120, hidden: true },
  { field: 'demo', width: 120, hidden: true },
  { field: 'userType', width: 100, hidden: true },
  { field: 'sex', width: 64, hidden: true },
  { field: 'ehrNo', width: 100, hidden: true },
  { field: 'idNumber', width: 190, hidden: true },
  { field: 'enterAt', width: 170, hidden: true },
  { field: 'lastLoginAt', width: 170, sort: true },
  { field: 'createdAt', width: 170, sort: true, hidden: true },
  { field: 'updatedAt', width: 170, sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]

/** By itself: few move people. */
const IntoDialog = lazy(() => import('../../parts/list/IntoDialog.tsx'))
const into = { of: 'dept', label: '转入的部门', ok: '转部门', reason: user.move.input.shape.reason } as const

export const idsOf = (items: readonly BulkItem[]) => items.map(({ id }) => id)
const reasonOf = (items: readonly BulkItem[]) => items[0]?.reason ?? null

/** What is done with marked users. */
/** What stopping somebody means, and why it is done. */
export const stopping = {
  reasons: ['已离职', '已调离', '长期不用', '账号异常'],
  follows: '停用后立即退出登录，不能再登录，脚本令牌作废，再启用也不恢复；文章和记录都保留，可以再启用',
} as const

export const bulk: readonly BulkAction<Row>[] = [
  {
    label: '停用',
    says: (n) => `停用 ${n} 名用户`,
    right: 'user_save',
    danger: true,
    reasons: stopping.reasons,
    follows: () => stopping.follows,
    fits: (row) => !isStopped(row),
    done: '已停用',
    does: (items, options) => api.setState({ ids: idsOf(items), state: 1, reason: reasonOf(items) }, options),
  },
  {
    label: '启用',
    says: (n) => `启用 ${n} 名用户`,
    right: 'user_save',
    fits: isStopped,
    done: '已启用',
    does: (items, options) => api.setState({ ids: idsOf(items), state: 0 }, options),
  },
  {
    label: '转部门',
    says: (n) => `把 ${n} 名用户转到其他部门`,
    right: 'user_save',
    asks: (asking) => createElement(IntoDialog, { ...asking, ...into }),
    follows: () => '以前的文章、任务等留在原部门；看到的范围、收到的通知和待办随新部门，下一次操作即生效',
    done: '已转部门',
    does: (items, options) =>
      api.move({ ids: idsOf(items), deptId: items[0]?.to ?? '', reason: reasonOf(items) }, options),
  },
]
