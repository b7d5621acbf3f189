import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { notice } from '../../core/contract/notice.ts'
import { cacheKey, useCall } from './calls.ts'
import { callsOf } from './client.ts'

const { unread } = callsOf(notice)
/** It is answered from memory while nothing is written, and by its mark the menu follows (`onAccessMoved`). */
const often = 15_000

/** How many notices the user has not read, and what is important and not confirmed; asked again and again. An extra to every screen. */
export const useUnread = () => useCall('notice.unread', unread, {}, { every: often, onReturn: true, quiet: true })

/** A function that has the number and the lists asked for anew, once something was opened. */
export function useStaleUnread(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: cacheKey('notice.unread', {}) })
    void client.invalidateQueries({ queryKey: ['notice', 'myList'] })
  }, [client])
}
