import { outcomeOf } from './apply-outcomes.ts'

/** A request as far as its papers follow from it. */
interface Case {
  readonly outcome?: number | string | null | undefined
  readonly answer?: string | null | undefined
  readonly extendDays?: number | null | undefined
  readonly askedAt?: number | string | null | undefined
}

/** Why a request has no such paper, by the paper; '': it has. */
export const paperLacks = {
  whole: () => '',
  answer: ({ outcome, answer }: Case) =>
    outcome == null || !outcomeOf(Number(outcome)) || answer == null ? '还没有拟定答复，没有答复书' : '',
  extend: ({ extendDays }: Case) => (extendDays ? '' : '没有延长过期限，没有告知书'),
  clarify: ({ askedAt }: Case) => (askedAt == null ? '没有告知过补正，没有告知书' : ''),
} as const satisfies Readonly<Record<string, (request: Case) => string>>
