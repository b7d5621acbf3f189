import { App } from 'antd'
import { useMemo } from 'react'

/** How long notices stay, in seconds (main-console §8). */
const seconds = { success: 3, warning: 8, error: 8, notification: 4 } as const

/** Toasts and notifications; the same words do not stack. */
export function useSay() {
  const { message, notification } = App.useApp()
  return useMemo(() => {
    const toast = (type: 'success' | 'warning' | 'error') => (content: string) =>
      void message.open({ type, content, key: content, duration: seconds[type] })
    return {
      success: toast('success'),
      warning: toast('warning'),
      error: toast('error'),
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
