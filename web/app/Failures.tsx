import { useEffect } from 'react'
import { type ApiError, errorCodes, type FailureKind } from '../../core/errors.ts'
import { notices } from '../../core/text.ts'
import { onFailure } from '../data/client.ts'
import { keepTyped, onComeBack, onSessionElsewhere, toLogin } from '../data/session.ts'
import { type Say, useSay } from './say.ts'

/** Of a call that writes, too, nothing that was typed is gone: forms stay until they are saved. */
const serverSays = ({ requestId }: ApiError): string =>
  `请稍后重试，填写的内容保留在本页${requestId && `；仍不成功时，请把编号 ${requestId} 告诉管理员`}`

/** What the user is told of each kind of failure (docs/rules.md, Notices in the console). */
const shows: Readonly<Record<FailureKind, (error: ApiError, say: Say) => void>> = {
  local: (error, say) => say.warning(error.message),
  network: (error, say) => say.error(error.message),
  session: ({ message }, say) => {
    const isTime = Object.values(errorCodes).some(({ says }) => says === message)
    const said = say.justSaid()
    const why = isTime ? '' : `${said && `${said}。`}${message}。`
    if (!toLogin(true, false, why)) say.sessionOver(() => toLogin(true, true, why))
  },
  server: (error, say) => say.notify(notices.serverFault, serverSays(error)),
  refused: (error, say) => say.error(error.message),
  other: (error, say) => say.notify(notices.error, error.message),
}

/** The one place where failures that no screen took as its own are shown, and where the session ends. */
export function Failures(): null {
  const say = useSay()
  useEffect(() => onFailure((error) => shows[error.kind](error, say)), [say])
  useEffect(
    () =>
      onSessionElsewhere((out) => {
        if (out && !keepTyped()) say.sessionOver(() => toLogin(true, true))
        else location.reload()
      }),
    [say],
  )
  useEffect(() => onComeBack(() => location.reload()), [])
  return null
}
