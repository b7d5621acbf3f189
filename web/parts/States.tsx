import { Button, Space } from 'antd'
import { type ReactNode, useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { type ApiError, errorCodes, isElsewhere } from '../../core/errors.ts'
import { buttons, notices } from '../../core/text.ts'
import { shownInPlace } from '../data/client.ts'
import { here } from '../data/console.ts'
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
export function EmptyState({ title = notices.empty, children }: { title?: string; children?: ReactNode }) {
  return <State title={title}>{children}</State>
}

/** Where to go when the thing of an address is not there, and why it may not be. */
interface Back {
  readonly to: string
  readonly label: string
  readonly why: string
}
/** No other try brings what is not there, or has an address that is none. */
const missing: readonly string[] = ['NOT_FOUND', 'BAD_INPUT']

interface Failed {
  readonly error: ApiError
  readonly retry: () => void
  readonly back?: Back
  /** What else can be done, where nothing stands around it. */
  readonly children?: ReactNode
}

/** Why it failed, the request's number for the administrator, and another try. */
export function ErrorState({ error, retry, back, children }: Failed) {
  useLayoutEffect(() => shownInPlace(error), [error])
  if (error.code === 'NO_PERMISSION' && !isElsewhere(error))
    return <NoPermission says={error.message}>{children}</NoPermission>
  if (back && missing.includes(error.code))
    return (
      <State title={error.message} role="alert">
        <p className="muted">{back.why}</p>
        <p>
          <Link to={back.to}>{back.label}</Link>
        </p>
      </State>
    )
  return (
    <State title={error.message} role="alert">
      {error.requestId && <p className="muted">仍不成功时，请把编号 {error.requestId} 告诉管理员</p>}
      <Space>
        <Button onClick={retry}>{buttons.retry}</Button>
        {children}
      </Space>
    </State>
  )
}

interface Lacking {
  readonly says?: string
  readonly children?: ReactNode
}

export function NoPermission({ says = errorCodes.NO_PERMISSION.says, children }: Lacking) {
  return (
    <State title={says}>
      <p className="muted">如需使用，请联系管理员开通权限。</p>
      {children}
    </State>
  )
}

export function NotFound() {
  return (
    <State title="页面不存在">
      <p>
        <Link to={here.start}>返回首页</Link>
      </p>
    </State>
  )
}
