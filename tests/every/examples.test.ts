import { describe, expect, test } from 'vitest'
import { commands } from '../../cli/commands/table.ts'
import { globalFlags } from '../../cli/flags.ts'
import { sampleOf } from '../../cli/from-contract/examples.ts'
import { fieldMeta } from '../../cli/from-contract/fields.ts'
import { helpWords } from '../../cli/known-flags.ts'
import { requiredFields } from '../../core/client/prepare.ts'
import { type AreaName, areas, eachEndpoint, wholeContract } from '../../core/contract/areas.ts'

/** What stands before the value: `--size <条数>` → `--size`, `-y, --yes` → both. */
const names = (flag: string) => flag.match(/-{1,2}[a-z][a-z-]*/g) ?? []
const everywhere = ['--help', ...globalFlags.flatMap(([flag]) => names(flag))]

/** The xzx commands of an example: pipes joined it with others. */
const callsIn = (example: string) =>
  example
    .split(' | ')
    .map((part) => part.trim())
    .filter((part) => part.startsWith('xzx'))

const found = await Promise.all(
  commands.map(async ({ name, load }) => ({
    name,
    verbs: (await Promise.all(load.map((part) => part()))).flatMap(({ verbs }) => verbs),
  })),
)
const all = found.flatMap(({ name, verbs }) => verbs.map((verb) => ({ line: `xzx ${name} ${verb.name}`.trim(), verb })))
const findVerb = (words: readonly string[]) =>
  all.find(({ line }) => line === words.slice(0, 3).join(' ')) ??
  all.find(({ line }) => line === words.slice(0, 2).join(' '))

/** What may be done to many without a question: it is taken back as easily, is not seen on the site, and nobody loses by it. */
const harmless = [
  ...['xzx article submit', 'xzx article accept', 'xzx article recheck', 'xzx article restore'],
  ...['xzx advice confirm', 'xzx advice restore', 'xzx suggestion restore'],
  ...['xzx forum restore', 'xzx plate restore', 'xzx quest-answer restore'],
  ...['xzx product restore', 'xzx industrial-project restore', 'xzx celebrity restore'],
  ...['xzx notice restore', 'xzx notice read', 'xzx bulletin restore'],
  ...['xzx periodical submit', 'xzx periodical recall', 'xzx periodical restore'],
  ...['xzx special submit', 'xzx special recall', 'xzx special restore', 'xzx mail restore'],
  'xzx mail not-spam',
  'xzx survey restore',
  'xzx apply restore',
  ...['xzx theme restore', 'xzx ll-theme restore', 'xzx xax-theme restore'],
  'xzx proposal restore',
  ...['xzx report submit', 'xzx report recall', 'xzx report pass', 'xzx report restore'],
]

describe('examples in the help', () => {
  // a name of before has the examples of the present one
  const named = all.filter(({ verb }) => !verb.hidden)
  const piped = named.flatMap(({ line, verb }) =>
    (verb.examples ?? []).filter((example) => example.includes(' --ids -')).map((example) => [example, line] as const),
  )
  test.each(piped)('%s: never all that there is, and only what hurts nobody without a question', (example, line) => {
    const [list = '', act = ''] = example.split(' | ')
    const flags = (findVerb(list.split(' '))?.verb.flags ?? []).flatMap(({ flag }) => names(flag))
    expect(flags.some((flag) => list.includes(` ${flag} `))).toBe(true)
    expect(act.includes(' --yes')).toBe(harmless.includes(line))
    expect(act.includes(' --dry-run')).toBe(!harmless.includes(line))
  })

  test('who works on all that filters find is shown it by a dry run first', () => {
    const wet = all
      .flatMap(({ verb }) => (verb.examples ?? []).flatMap(callsIn))
      .filter((call) => call.includes(' --all') && call.includes(' --yes'))
    expect(wet).toEqual([])
  })

  test('have no option that the help of their command does not name', () => {
    const unnamed = all.flatMap(({ verb }) =>
      (verb.examples ?? []).flatMap(callsIn).flatMap((call) => {
        const words = call.split(/\s+/)
        const one = findVerb(words)?.verb
        const own = (one?.flags ?? []).flatMap(({ flag }) => names(flag))
        const known = new Set(['--help', '-q', ...own, ...(one ? helpWords(one) : [])])
        return words.filter((word) => /^-{1,2}[a-z]/.test(word) && !known.has(word)).map((word) => `${call}: ${word}`)
      }),
    )
    expect(unnamed).toEqual([])
  })

  test.each(all.map(({ line, verb }) => [line, verb] as const))('%s: every line can be typed', (line, verb) => {
    if ((verb.args ?? '') !== '' || (verb.flags ?? []).length > 0) expect(verb.examples ?? [], line).not.toEqual([])
    for (const example of verb.examples ?? [])
      for (const call of callsIn(example)) {
        const words = call.split(/\s+/)
        const known = [...everywhere, ...(findVerb(words)?.verb.flags ?? []).flatMap(({ flag }) => names(flag))]
        if (words.length > 1) expect(findVerb(words), call).toBeDefined()
        expect(words.filter((word) => /^--./.test(word) && !known.includes(word))).toEqual([])
      }
  })
})

test('what must be given has a value in examples that somebody could mean, not its own name', async () => {
  const own = ['article', 'auth', 'generate', 'log', 'setting']
  const calls = [...eachEndpoint(await wholeContract())].filter(
    ([area, , e]) => !own.includes(area) && areas[area as AreaName].command !== false && e.verb !== false,
  )
  const empty = calls.flatMap(([area, call, e]) =>
    requiredFields(e)
      .filter((field) => field !== 'items' && sampleOf(e, field) === (fieldMeta(e, field).title ?? field))
      .map((field) => `${area}.${call} ${field}`),
  )
  expect(empty).toEqual([])
})
