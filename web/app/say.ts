import { App } from 'antd'
import { useMemo } from 'react'
import { ApiError } from '../../core/errors.ts'
import { notices } from '../../core/text.ts'

/** How long notices stay, in seconds (main-console §8). */
const seconds = { success: 3, warning: 8, error: 8, notification: 4 } as const

/** Toasts and notifications; the same words do not stack. */
export function useSay() {
  const { message, notification, modal } = App.useApp()
  return useMemo(() => {
    const toast = (type: 'success' | 'warning' | 'error') => (content: string) =>
      void message.open({ type, content, key: content, duration: seconds[type] })
    const warning = toast('warning')
    const succeeded = toast('success')
    const failed = toast('error')
    const standing = new Set<string>()
    return {
      /** What failed before is over: its notices go. */
      success(content: string) {
        notification.destroy()
        for (const key of standing) message.destroy(key)
        standing.clear()
        succeeded(content)
      },
      warning,
      error(content: string) {
        standing.add(content)
        failed(content)
      },
      /** Says what was refused before anything was sent; other refusals have been shown. Throws on what is none. */
      refused(error: unknown) {
        if (!(error instanceof ApiError)) throw error
        if (error.kind === 'local') warning(error.message)
      },
      /** The session is over, and what was typed could not be kept: whoever goes on to sign in loses it. */
      sessionOver(goOn: () => void) {
        if (document.querySelector('.session-over')) return
        modal.confirm({
          className: 'session-over',
          title: notices.title,
          content: '登录已过期，填写的内容过多，浏览器未能暂存。请先将正文等内容复制到别处，再重新登录。',
          okText: '重新登录',
          cancelText: '留在此页',
          onOk: goOn,
        })
      },
      notify: (title: string, description: string) =>
        notification.error({
          key: `${title}${description}`,
          title,
          description,
          placement: 'bottomRight',
          duration: seconds.notification,
        }),
    }
  }, [message, notification, modal])
}
export type Say = ReturnType<typeof useSay>
