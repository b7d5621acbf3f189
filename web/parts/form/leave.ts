import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { sameSession } from '../../data/session.ts'
import { useClosingGuard } from '../closing.ts'
import { useConfirm } from '../confirm.tsx'
import { stays } from '../stays.ts'

/**
 * Asks before something is left that would be lost, by a link, the back button or by closing the tab.
 * @param question what is asked where another address is gone to; of a tab that closes the browser asks in its own words
 */
export function useLeaveGuard(wouldLose: () => boolean, question: () => string): void {
  const confirm = useConfirm()
  const latest = useRef({ wouldLose, question })
  latest.current = { wouldLose, question }
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search &&
      nextLocation.state !== stays &&
      wouldLose(),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const text = latest.current.question()
    void confirm({ text, ok: '离开', careful: true }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker, confirm])
  // when the session has ended nobody is asked: the draft is kept
  useClosingGuard(() => latest.current.wouldLose() && sameSession())
}
