import { masked } from '../../core/domain/personal.ts'
import { plainName } from '../../core/domain/unfit.ts'
import { type Port, together } from './port.ts'
import { postSigned, serviceOf } from './signed.ts'

/** Short messages. */
export interface SmsPort extends Port {
  /** Hands a message to the operator. @throws Error with the reason, in words */
  send(message: { readonly phone: string; readonly text: string }): Promise<void>
}

/** A number of the gateway's own: shorter than a phone's and than a code. */
const shortCode = /^-?\d{1,5}$/

/** The gateway's own words, out of which nobody reads whose phone or which code it was; what is long may be all that was sent. */
function saidBy(says: unknown): string {
  if (typeof says !== 'string') return ''
  const words = plainName(says)
  return words === '' ? '' : `：${masked('digits', [...words].slice(0, 100).join(''))}`
}

/** Without an operator messages stay in the outbox, where they can be read. */
const kept: SmsPort = {
  missing: '没有接通短信网关，短信只存在发件箱里（设置 XZX_SMS_URL、XZX_SMS_KEY、XZX_SMS_SECRET 后发出）',
  async send() {},
}

/** The port as the environment says: XZX_SMS_URL, XZX_SMS_KEY, XZX_SMS_SECRET. */
export function smsFrom(env: NodeJS.ProcessEnv): SmsPort {
  const given = together(env, ['XZX_SMS_URL', 'XZX_SMS_KEY', 'XZX_SMS_SECRET'])
  if (!given) return kept
  const service = serviceOf('XZX_SMS_URL', given)
  return {
    missing: null,
    async send(message) {
      const { code, message: says } = await postSigned(service, message)
      if (code === 0 || code === '0') return
      const number = String(code)
      throw new Error(`短信网关拒绝${shortCode.test(number) ? `（${number}）` : ''}${saidBy(says)}`)
    },
  }
}
