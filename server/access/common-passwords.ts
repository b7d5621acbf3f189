/** A word with the figures and signs that people put before and behind it. */
const dressed = /^[^\p{L}]*(\p{L}.*\p{L})[^\p{L}]*$/u

let common: Promise<ReadonlySet<string>> | undefined

/** Fifty thousand passwords that were found in leaks, read when the first password is judged. */
const load = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Whether everybody tries it: as it stands, or with a few figures and signs before or behind it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load()
  const known = await common
  const plain = password.normalize('NFKC').toLowerCase()
  if (known.has(plain)) return true
  const word = dressed.exec(plain)?.[1]
  return word !== undefined && plain.length - word.length <= 4 && word.length > 4 && known.has(word)
}
