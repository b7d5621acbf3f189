import { App } from 'antd'
import { useMemo } from 'react'
import { ApiError } from '../../core/errors.ts'

/** How long notices stay, in seconds (main-console §8). */
const seconds = { success: 3, warning: 8, error: 8, notification: 4 } as const

/** Toasts and notifications; the same words do not stack. */
export function useSay() {
  const { message, notification } = App.useApp()
  return useMemo(() => {
    const toast = (type: 'success' | 'warning' | 'error') => (content: string) =>
      void message.open({ type, content, key: content, duration: seconds[type] })
    const warning = toast('warning')
    return {
      success: toast('success'),
      warning,
      error: toast('error'),
      /** Says what was refused before anything was sent; other refusals have been shown. Throws on what is none. */
      refused(error: unknown) {
        if (!(error instanceof ApiError)) throw error
        if (error.kind === 'local') warning(error.message)
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
  }, [message, notification])
}
export type Say = ReturnType<typeof useSay>
