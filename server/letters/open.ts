import { masked } from '../../core/domain/personal.ts'
import { Refused } from '../../core/errors.ts'
import { personalHits } from '../../core/words/hits.ts'
import { personalKinds } from '../../core/words/personal.ts'
import { refuseWords } from '../areas/article/word-check.ts'
import type { Ctx } from '../context.ts'
import { checkNow } from '../words/check.ts'
import { wordsNow } from '../words/known.ts'

const refusedLevel = 2
const isName = (name: string | null): name is string => name !== null && [...name].length > 1

/** Hides what is personal in a text, and the name of whoever wrote. */
export function hidden(text: string, name: string | null): string {
  const found = personalHits([{ field: 'text', text }]).hits
  const plain = found.reduce((sum, { found: one, masked: hides }) => sum.replaceAll(one, hides), text)
  return isName(name) ? plain.replaceAll(name, masked('name', name)) : plain
}

/**
 * Refuses to publish what holds words that must not be there, or somebody's data.
 * @param writer whose name it must not hold, and how that is called
 * @param way what is done about it
 * @throws Refused SENSITIVE_WORDS, PRIVATE_DATA
 */
export async function refuseUnfitTexts(
  ctx: Ctx,
  shown: Readonly<Record<string, string>>,
  { name, says }: { readonly name: string | null; readonly says: string },
  way: string,
): Promise<void> {
  const texts = Object.entries(shown).map(([field, text]) => ({ field, text }))
  const { words, levels } = checkNow(await wordsNow(ctx), texts)
  const bad = words.filter(({ id }) => (levels.get(id) ?? 0) >= refusedLevel)
  if (bad.length > 0)
    throw new Refused('SENSITIVE_WORDS', `含有敏感词「${bad.map(({ word }) => word).join('」「')}」，${way}`, {
      refused: true,
      words: bad.map(({ id, word }) => ({ id: String(id), word })),
    })
  const { kinds } = personalHits(texts)
  const named = isName(name) && texts.some(({ text }) => text.includes(name))
  const found = [...kinds.map(([kind]) => personalKinds[kind]), ...(named ? [says] : [])]
  if (found.length > 0)
    throw new Refused('PRIVATE_DATA', `含有${found.join('、')}，${way}`, {
      kinds: kinds.map(([kind, count]) => ({ kind, count })),
    })
}

/**
 * What visitors would read is looked through for forbidden words first; their numbers and addresses are hidden where it is shown (`hideOwn`).
 * @throws Refused SENSITIVE_WORDS
 */
export async function refuseForbidden(ctx: Ctx, shown: Readonly<Record<string, string | null>>): Promise<void> {
  const texts = Object.entries(shown).flatMap(([field, text]) => (text ? [{ field, text }] : []))
  refuseWords({ found: checkNow(await wordsNow(ctx), texts) })
}
