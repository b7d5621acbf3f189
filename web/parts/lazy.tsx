import { Modal } from 'antd'
import { type ComponentType, useEffect, useState } from 'react'
import { above } from './above.ts'

interface Part {
  readonly close?: () => void
}

/** What is said where a part of the console did not come: the network failed, or the console was replaced while it was open. */
function Missing({ close }: Part) {
  return (
    <Modal
      open
      title="这一部分没有加载成功"
      okText="刷新页面"
      cancelText="稍后"
      zIndex={above.proof}
      onOk={() => location.reload()}
      onCancel={close}
    >
      网络中断，或管理界面刚刚升级。有正在填写的内容时，请先保存，再刷新页面。
    </Modal>
  )
}

/**
 * A dialog or drawer that is loaded when it is first wanted; nothing stands in its place until then. Where it does not come, the screen around
 * it stays with what was typed there, and the next time it is tried again.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let known: ComponentType<P> | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: made once, beside the import that it stands for
  return function LazyPart(props: P) {
    const [Content, setContent] = useState(() => known)
    const [missing, setMissing] = useState(false)
    useEffect(() => {
      if (known) return
      load().then(
        (module) => {
          known = module.default
          setContent(() => known)
        },
        () => setMissing(true),
      )
    }, [])
    if (Content) return <Content {...props} />
    return missing ? <Missing close={(props as Part).close} /> : null
  }
}
