import { useCallback, useEffect, useRef, useState } from 'react'
import { auth } from '../../core/contract/auth.ts'
import { callsOf } from '../data/client.ts'
import { device, session } from '../data/session.ts'

interface Captcha {
  readonly codeId: string
  readonly image: string
}

const { code } = callsOf(auth)

/** The picture to copy, and how to get another one. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const [failed, setFailed] = useState(false)
  const latest = useRef(0)
  const reload = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    setFailed(false)
    // it has been used up: nobody should copy it any more
    setCaptcha(null)
    try {
      // a browser that an account is known on has its own turn, whatever strangers do at its address
      const username = session.userAccount()
      const fresh = await code({ username, device: device.of(username) })
      if (mine === latest.current) setCaptcha(fresh)
    } catch {
      if (mine === latest.current) setFailed(true)
    }
  }, [])
  useEffect(() => {
    void reload()
  }, [reload])
  return { captcha, failed, reload }
}
