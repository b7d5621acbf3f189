import type { ReferenceName } from '../../core/contract/references.ts'
import { allNamed } from '../areas/reference-names.ts'
import { settings } from '../config/settings.ts'
import type { Context } from '../context.ts'

/** Values that only a look elsewhere tells: the config, or the server. @param words what was typed, without flags; the last is being typed */
type Ask = (ctx: Context, words: readonly string[]) => Promise<readonly string[]>

/** Somebody waits with a finger on the key. */
const patienceMs = 1500

const profiles: Ask = async (ctx) => Object.keys((await ctx.config()).store.read().profiles ?? {})
const keys: Ask = async () => settings.map((s) => s.key)
/** Names of what a field can name, each with those above it. */
export const namesOf =
  (of: ReferenceName): Ask =>
  async (ctx) =>
    (await allNamed(ctx, of, { timeout: patienceMs })).map(({ path }) => path)
const columns = namesOf('column')
const shells: Ask = async () => Object.keys((await import('./scripts.ts')).scripts)

/** Settings by name and by title. */
const siteSettings: Ask = async () => {
  const { settingNames, settingOf } = await import('../../core/domain/settings.ts')
  return [...settingNames, ...settingNames.map((name) => settingOf(name).title)]
}
/** A setting, and behind it the words of its choices. */
const settingAndValue: Ask = async (ctx, words) => {
  const [, , given] = words
  if (given === undefined || words.length < 4) return siteSettings(ctx, words)
  const { settingNames, settingOf } = await import('../../core/domain/settings.ts')
  const one = settingNames.map(settingOf).find(({ title }, i) => title === given || settingNames[i] === given)
  return one?.kind === 'choice' ? Object.values(one.words) : []
}
const piles: Ask = async (ctx) => {
  const { count } = await ctx.client('inbox')
  return (await count({}, { timeout: patienceMs })).piles.map(({ pile }) => pile)
}

/** By flag, in every command. */
export const flagValues: Readonly<Record<string, Ask>> = { '--profile': profiles, '--column': columns }

/** The first argument, by command. */
export const argumentValues: Readonly<Record<string, Ask>> = {
  'config get': keys,
  'config set': keys,
  'config use': profiles,
  'generate column': columns,
  'setting get': siteSettings,
  'setting set': settingAndValue,
  'setting reset': siteSettings,
  audit: piles,
  completion: shells,
}

/** Commands of which not the first argument alone is completed. */
export const severalArguments: ReadonlySet<string> = new Set(['setting set', 'setting reset'])
