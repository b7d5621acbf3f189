import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { useRouteError } from 'react-router'

interface State {
  readonly error: Error | null
}

/** A screen's chunk did not come: the network failed, or the console was replaced while it was open. */
const isMissing = (error: Error) => /dynamically imported module|Importing a module script|preload/i.test(error.message)

function Broken({ error }: { error: Error }) {
  return (
    <div className="state" role="alert">
      <p className="state-title">{isMissing(error) ? '页面没有加载成功，请刷新后继续' : '页面出现错误'}</p>
      {!isMissing(error) && <p className="muted">{error.message}</p>}
      <Button type="primary" onClick={() => location.reload()}>
        刷新页面
      </Button>
    </div>
  )
}

/** The same where what broke is the shell itself. */
export function BrokenShell() {
  const error = useRouteError()
  return <Broken error={error instanceof Error ? error : new Error(String(error))} />
}

/** Catches what a screen throws while drawing, so that the shell stays. */
export class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error ? <Broken error={error} /> : this.props.children
  }
}
