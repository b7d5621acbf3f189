import { type Port, together } from './port.ts'
import { postSigned, serviceOf } from './signed.ts'

/** Who somebody is by another system's word. */
export interface Identity {
  /** Their account there, which never changes. */
  readonly subject: string
  readonly phone: string
  readonly name: string | null
  readonly idNumber: string | null
}

/** Sign-in with an account of the province's or the city's. */
export interface IdentityPort extends Port {
  /** What a code and a ticket stand for; null: nothing, or no more. @throws Error where the other system does not answer */
  exchange(code: string, ticket: string): Promise<Identity | null>
}

const none: IdentityPort = {
  missing:
    '没有接通统一身份认证，请用手机号登录（设置 XZX_IDENTITY_URL、XZX_IDENTITY_KEY、XZX_IDENTITY_SECRET 后可用）',
  exchange: async () => null,
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : null

/** The port as the environment says: XZX_IDENTITY_URL, XZX_IDENTITY_KEY, XZX_IDENTITY_SECRET. */
export function identityFrom(env: NodeJS.ProcessEnv): IdentityPort {
  const given = together(env, ['XZX_IDENTITY_URL', 'XZX_IDENTITY_KEY', 'XZX_IDENTITY_SECRET'])
  if (!given) return none
  const service = serviceOf('XZX_IDENTITY_URL', given)
  return {
    missing: null,
    async exchange(code, ticket) {
      const told = await postSigned(service, { code, ticket })
      const subject = textOf(told.subject)
      const phone = textOf(told.phone)
      if (!subject || !phone) return null
      return { subject, phone, name: textOf(told.name), idNumber: textOf(told.idNumber) }
    },
  }
}
