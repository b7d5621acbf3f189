import { z } from 'zod'
import { idNumber } from '../../core/contract/personal.ts'
import { lineOf, oneLine, phone } from '../../core/contract/shared.ts'
import { reasonOf } from '../../core/issues.ts'
import { type Port, together } from './port.ts'
import { postSigned, serviceOf } from './signed.ts'

/** Who somebody is by another system's word, judged as what they say of themselves on the site is. */
export interface Identity {
  /** Their account there, which never changes. */
  readonly subject: string
  readonly phone: string
  readonly name: string | null
  readonly idNumber: string | null
}

/** What the other system says of somebody is nobody's. Its message names the fields, and holds nothing of what they hold. */
export class Unfit extends Error {
  override readonly name = 'Unfit'
}

/** Sign-in with an account of the province's or the city's. */
export interface IdentityPort extends Port {
  /** What a code and a ticket stand for; null: nothing, or no more. @throws Unfit; Error where the other system does not answer */
  exchange(code: string, ticket: string): Promise<Identity | null>
}

const none: IdentityPort = {
  missing:
    '没有接通统一身份认证，请用手机号登录（设置 XZX_IDENTITY_URL、XZX_IDENTITY_KEY、XZX_IDENTITY_SECRET 后可用）',
  exchange: async () => null,
}

const told = z.object({
  subject: lineOf('账号', 200),
  phone: phone(),
  name: oneLine('姓名', 50, 2).optional(),
  idNumber: z
    .string()
    .transform((text) => text.normalize('NFKC').replace(/\s/g, ''))
    .pipe(idNumber())
    .optional(),
})
const titles: Readonly<Record<string, string>> = {
  subject: '账号（subject）',
  phone: '手机号（phone）',
  name: '姓名（name）',
  idNumber: '身份证号（idNumber）',
}

/** @throws Unfit */
function identityIn(answer: Readonly<Record<string, unknown>>): Identity | null {
  const given = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null && value !== ''))
  if (given.subject === undefined && given.phone === undefined) return null
  const { data, error } = told.safeParse(given)
  if (data) return { ...data, name: data.name ?? null, idNumber: data.idNumber ?? null }
  throw new Unfit(error.issues.map((issue) => `${titles[String(issue.path[0])]}${reasonOf(issue)}`).join('；'))
}

/** The port as the environment says: XZX_IDENTITY_URL, XZX_IDENTITY_KEY, XZX_IDENTITY_SECRET. */
export function identityFrom(env: NodeJS.ProcessEnv): IdentityPort {
  const given = together(env, ['XZX_IDENTITY_URL', 'XZX_IDENTITY_KEY', 'XZX_IDENTITY_SECRET'])
  if (!given) return none
  const service = serviceOf('XZX_IDENTITY_URL', given)
  return {
    missing: null,
    exchange: async (code, ticket) => identityIn(await postSigned(service, { code, ticket })),
  }
}
