import type { AreaName } from '../../../core/contract/areas.ts'
import { references } from '../../../core/contract/references.ts'
import { withPaths } from '../../areas/reference-names.ts'
import type { Desk } from '../desk.ts'
import { countOf, type Handing, type Item, type MoveDetails, type Plan } from '../kinds/kind.ts'
import { form, type Option, pick } from '../state/dialogs.ts'
import { matches } from '../text/match.ts'
import { named } from '../text/rows.ts'
import { patient } from './patient.ts'

/** What may be chosen, as a person may type it: by its whole way, its own name, or letters that only one has. */
function meantBy(word: string, options: readonly Option[]): Option | null {
  const own = options.filter(({ label }) => label === word || label.endsWith(`/${word}`))
  const found = own.length > 0 ? own : options.filter(({ label }) => matches(label, word))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Others and a remark, which may be left out; null when the person left. */
async function askBeside(desk: Desk, doing: string, { beside, remark }: Handing, options: readonly Option[]) {
  const fields = [
    ...(beside ? [{ name: beside.field, label: beside.title, hint: '多个用逗号分开' }] : []),
    ...(remark ? [{ name: remark.field, label: remark.title }] : []),
  ]
  if (fields.length === 0) return {}
  let given: Readonly<Record<string, string>> = {}
  for (let wrong = ''; ; ) {
    const asked = fields.map((field) => ({ ...field, value: given[field.name] ?? '' }))
    const answer = await desk.ask({ ...form(`${doing}：可以不填，按 Enter 确定`, asked), at: 0, wrong, optional: true })
    if (!answer) return null
    const words = (beside ? (answer[beside.field] ?? '') : '').split(/[,，、;；\s]+/).filter(Boolean)
    const others = words.map((word) => meantBy(word, options))
    const unknown = words.find((_, i) => others[i] === null)
    if (unknown === undefined)
      return {
        ...(beside && others.length > 0 && { [beside.field]: others.map((one) => one?.value) }),
        ...(remark && answer[remark.field]?.trim() && { [remark.field]: answer[remark.field]?.trim() }),
      }
    wrong = `没有「${unknown}」，或不止一个`
    given = answer
  }
}

/** To whom some rows are handed on, as letters to the department that is to answer them; null when the person left. */
export async function chooseFor(
  desk: Desk,
  plan: Plan,
  rows: readonly Item[],
): Promise<(Pick<MoveDetails, 'handed'> & { readonly made: Plan }) | null> {
  const { handing } = plan
  const [first] = rows
  if (!handing || !first) return null
  const { kind } = desk.state
  const { title, says, of, field } = handing
  const { area, call } = references[of]
  const { calls } = await desk.around.backend.area(area as AreaName)
  const listed = (await patient(desk, async () => calls[call]?.({}))) as readonly object[]
  const options = [...withPaths(of, listed)].map(({ id, path }) => ({ value: id, label: path }))
  const what = rows.length === 1 ? named(kind, first) : ` ${countOf(kind, rows.length)}`
  const answer = await desk.ask(pick(`${says}：选择${title}（${plan.says}${what}）`, options))
  const chosen = options.find(({ value }) => value === answer?.pick)
  const more = chosen && (await askBeside(desk, `${plan.says}给${chosen.label}`, handing, options))
  if (!chosen || !more) return null
  const made = { ...plan, says: `${plan.says}给${chosen.label}`, became: `${plan.became}：${chosen.label}` }
  return { made, handed: { handing, input: { [field]: chosen.value, ...more } } }
}
