import { leftIsLittle } from '../../core/domain/password.ts'

/** A word with the figures and signs that people put before and behind it. */
const dressed = /^[^\p{L}]*(\p{L}.*\p{L})[^\p{L}]*$/u
const wordMin = 4

let common: Promise<ReadonlySet<string>> | undefined

/** Fifty thousand passwords that were found in leaks, read when the first password is judged. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** So many words, whatever they are, are a phrase that nobody tries out. */
const phraseWords = 3

/** Whether everybody tries it: as it stands, or one or two such words, also from behind, with years, figures, signs and hardly a letter more. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load()
  const known = await common
  const plain = password.normalize('NFKC').toLowerCase()
  if (known.has(plain)) return true
  const word = dressed.exec(plain)?.[1]
  if (word !== undefined && word.length > wordMin && known.has(word)) return true
  const runs = plain.match(/\p{L}+/gu) ?? []
  if (runs.filter((run) => run.length >= 3).length >= phraseWords) return false
  const isCommon = (run: string) => run.length >= wordMin && (known.has(run) || known.has([...run].reverse().join('')))
  const left = runs.filter((run) => !isCommon(run))
  return left.length < runs.length && leftIsLittle(left.join(''))
}
