import { Button } from 'antd'
import { type ReactNode, useLayoutEffect } from 'react'
import { type ApiError, errorCodes } from '../../core/errors.ts'
import { buttons, notices } from '../../core/text.ts'
import { shownInPlace } from '../data/client.ts'
import './states.css'

/** Grey bars in place of what is coming; they appear after 200 ms, so that a quick reply does not flicker. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <div className="loading" role="status" aria-label="正在加载">
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
        <i key={i} style={{ width: `${92 - ((i * 17) % 40)}%` }} />
      ))}
    </div>
  )
}

function State(props: { title: string; children?: ReactNode; role?: 'alert' }) {
  return (
    <div className="state" role={props.role}>
      <p className="state-title">{props.title}</p>
      {props.children}
    </div>
  )
}

/** Nothing here, and what to do next. */
export function EmptyState({ children }: { children?: ReactNode }) {
  return <State title={notices.empty}>{children}</State>
}

/** Why it failed, the request's number for the administrator, and another try. */
export function ErrorState({ error, retry }: { error: ApiError; retry: () => void }) {
  useLayoutEffect(() => shownInPlace(error), [error])
  if (error.code === 'NO_PERMISSION') return <NoPermission />
  return (
    <State title={error.message} role="alert">
      {error.requestId && <p className="muted">请求编号：{error.requestId}</p>}
      <Button onClick={retry}>{buttons.retry}</Button>
    </State>
  )
}

export function NoPermission() {
  return (
    <State title={errorCodes.NO_PERMISSION.says}>
      <p className="muted">如需使用，请联系管理员开通权限。</p>
    </State>
  )
}

export function NotFound() {
  return (
    <State title="页面不存在">
      <p>
        <a href="/web/main/home/audit">返回审核首页</a>
      </p>
    </State>
  )
}
