import type { Looked } from '../../core/words/hits.ts'
import { type ReplacedIn, replacedIn, type StandingIn, standingIn, type Wanted } from '../../core/words/replace.ts'

/** Looks for a text in several articles, in a thread. @param most so many places of each are told */
export const findPlaces = ({
  texts,
  wanted,
  most,
}: {
  readonly texts: readonly (readonly Looked[])[]
  readonly wanted: Wanted
  readonly most: number
}): StandingIn[] => texts.map((one) => standingIn(one, wanted, most))

/** Replaces it in a thread, of each article at all places but some, and beyond so many. */
export const replacePlaces = ({
  texts,
  wanted,
  most,
}: {
  readonly texts: readonly { readonly of: readonly Looked[]; readonly leave: readonly number[] }[]
  readonly wanted: Wanted
  readonly most: number
}): ReplacedIn[] =>
  texts.map(({ of, leave }) => {
    const left = new Set(leave)
    return replacedIn(of, wanted, (no) => no < most && !left.has(no))
  })
