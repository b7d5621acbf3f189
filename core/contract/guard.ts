import type { Endpoint } from './endpoint.ts'

/** So often within so long, for each caller, or each value of a field. */
export interface Limit {
  /** `address`: the network that the caller comes from; `visitor`: the visitor who is signed in; `partner`: the partner whose token it is; otherwise the input's field of this name. */
  readonly by: string
  readonly most: number
  readonly withinMs: number
  /** Calls that name the same word here count as one: who guesses by one of them guesses by all. */
  readonly together?: string
  /** How the field is looked up: a code without blanks and dashes, so that no other spelling of it counts apart. */
  readonly as?: 'code'
  /** What the refusal says, where a time to wait would not help. */
  readonly says?: string
  /** A field with a phone: from where somebody has signed in by it before they count apart, so that nobody else uses up what is theirs. */
  readonly knownApart?: string
  /** Counted for each network that names it: whoever names another's phone uses up nothing of theirs. */
  readonly perNetwork?: true
  /** Fields with an account and the device it is known on: such a device counts apart, so that nobody else uses up what is its own. */
  readonly deviceApart?: { readonly account: string; readonly device: string }
  /**
   * It holds only for what is made up: whoever brings the ticket of a sign-in that has shown its password, or the number of a code that was
   * sent, has limits of its own, and no stranger at the same address uses up theirs. `field` is where it stands.
   */
  readonly unlessKnown?: { readonly field: string; readonly as: 'step' | 'phoneCode' }
}

/**
 * What keeps strangers from doing it without end, or from guessing (docs/decisions/0016-callers.md). It is consumed after the request key:
 * a repeat, because the answer was lost, needs no other captcha.
 */
export interface Guard {
  /** What is limited, as the refusal says it: 「获取短信验证码过于频繁」. */
  readonly says: string
  /** Fields with a captcha's id and what was typed of it. */
  readonly captcha?: { readonly id: string; readonly typed: string }
  readonly limits?: readonly Limit[]
  /** Only for a program of the server's own machine that reads its key: who shows that it does not is refused with these words before anything is counted. */
  readonly near?: string
  /** Rules of its own: those of sign-in (0014), or that each visitor counts once a day (docs/rules.md, Articles). */
  readonly own?: 'sign-in' | 'visits'
}

/**
 * Whether a browser may ask for it only on a page of this site: all that is open to strangers and counted. A page of another site would else use up,
 * unseen, what its reader's whole network may. Visits have no limit to be used up.
 */
export const isForOwnPages = ({ access, guard }: Pick<Endpoint, 'access' | 'guard'>): boolean =>
  access === 'public' && guard !== undefined && guard.own !== 'visits'

const minute = 60_000
/** Spans of limits. */
export const within = {
  minute,
  fiveMinutes: 5 * minute,
  quarter: 15 * minute,
  hour: 60 * minute,
  day: 24 * 60 * minute,
}

/**
 * What a repeat under a used request key meets in place of its call's guard: no captcha, and a limit that nobody reaches whose answer was lost. It is
 * answered from what is kept, but that costs too.
 */
export const repeatGuard = ({ says }: Guard): Guard => ({
  says: `重复${says}`,
  limits: [{ by: 'address', most: 120, withinMs: within.quarter, together: 'repeats' }],
})

/** How long something lasts, as people say it, rounded up. */
export function spanWords(ms: number): string {
  if (ms <= minute) return `${Math.max(1, Math.ceil(ms / 1000))} 秒`
  return ms <= 90 * minute ? `${Math.ceil(ms / minute)} 分钟` : `${Math.ceil(ms / (60 * minute))} 小时`
}
