import { App } from 'antd'
import { useMemo } from 'react'
import { ApiError } from '../../core/errors.ts'
import { withoutCommands } from '../../core/refused-fields.ts'
import { notices } from '../../core/text.ts'

/** How long notices stay, in seconds (main-console §8). */
const seconds = { success: 3, warning: 8, error: 8, notification: 4 } as const

let said = 0
/** What was said last of something that was done. */
let done = { content: '', at: 0 }
/** The notice in which some words stand now. Each has a key of its own: antd counts no time anew for one that is there, and one that was about to leave would stay. */
const standing = new Map<string, string>()

/** The failures that are told of, from whichever screen. */
const failures = new Set<string>()

/** Toasts and notifications; the same words do not stack. */
export function useSay() {
  const { message, notification, modal } = App.useApp()
  return useMemo(() => {
    /** Takes the words away where they stand. @returns the key of the notice that comes in their place */
    const instead = (of: Pick<typeof message, 'destroy'>, content: string): string => {
      of.destroy(standing.get(content) ?? '')
      const key = `${++said}`
      standing.set(content, key)
      return key
    }
    const toast = (type: 'success' | 'warning' | 'error', content: string) =>
      void message.open({
        type,
        content: withoutCommands(content),
        key: instead(message, content),
        duration: seconds[type],
      })
    const warned = new Set<string>()
    const end = (words: Set<string>) => {
      for (const content of words) message.destroy(standing.get(content) ?? '')
      words.clear()
    }
    const warning = (content: string) => {
      warned.add(content)
      toast('warning', content)
    }
    return {
      /** What failed before, and what was warned of here, is over: its notices go. */
      success(content: string) {
        notification.destroy()
        end(failures)
        end(warned)
        done = { content, at: Date.now() }
        toast('success', content)
      },
      /** What was done a moment ago, and may not have been read; '' for nothing. */
      justSaid: () => (Date.now() - done.at < seconds.success * 1000 ? done.content : ''),
      warning,
      /** What was warned of here no longer holds. */
      settled: () => end(warned),
      error(content: string) {
        failures.add(content)
        toast('error', content)
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
          key: instead(notification, `${title}${description}`),
          title,
          description,
          placement: 'bottomRight',
          duration: seconds.notification,
        }),
    }
  }, [message, notification, modal])
}
export type Say = ReturnType<typeof useSay>
