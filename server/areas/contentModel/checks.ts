import type { contentModel as contract } from '../../../core/contract/contentModel.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import { fieldSchema } from '../../../core/contract/fields.ts'
import {
  choicesIn,
  type FieldSetting,
  fieldOf,
  fieldSettings,
  isFilled,
  settingsOfKind,
  typeWords,
} from '../../../core/domain/content-model.ts'
import { refusedDecimal } from '../../../core/domain/decimal.ts'
import type { FieldType } from '../../../core/domain/enums.ts'
import { Refused } from '../../../core/errors.ts'
import type { FieldRow } from '../../site/model-fields.ts'

type Given = Partial<Omit<Parsed<typeof contract.saveForm>, 'contentModelId' | 'state'>>

type Checked = Omit<Given, FieldSetting> & Partial<FieldRow>

const settings = Object.keys(fieldSettings) as FieldSetting[]
const flags: readonly FieldSetting[] = ['required', 'lines', 'inList']
/** What stands where a field has no such setting. */
const none = (setting: FieldSetting) => (flags.includes(setting) ? 0 : null)

const bad = (setting: FieldSetting, says: string) =>
  new Refused('BAD_INPUT', `${fieldSettings[setting]}（${setting}）：${says}`)

function refuseBounds({ minimum, maximum }: Pick<FieldRow, 'minimum' | 'maximum'>): void {
  for (const [setting, value] of [
    ['minimum', minimum],
    ['maximum', maximum],
  ] as const) {
    const why = value === null ? null : refusedDecimal(value)
    if (why) throw bad(setting, why)
  }
  if (minimum !== null && maximum !== null && refusedDecimal(minimum, null, maximum))
    throw bad('maximum', '不能小于最小值')
}

/** A default is what somebody could have entered, and stands for it in a field that nobody enters. */
function refuseDefault(row: FieldRow): void {
  if (row.fieldDefault === null) {
    if (!isFilled(row.fieldType))
      throw bad('fieldDefault', row.fieldType === 7 ? '按钮要有打开的地址' : '隐藏域要有值，它在每篇文章中都是这个值')
    return
  }
  const given = row.fieldType === 2 ? choicesIn(row.fieldDefault) : row.fieldDefault
  const judged = fieldSchema({ ...fieldOf(row), needed: true } as never).safeParse(given)
  if (!judged.success) throw bad('fieldDefault', judged.error.issues[0]?.message ?? '无效')
}

/**
 * What is to be stored of a field: of the settings those that its kind has.
 * @param row as it is now; none: it is new
 * @throws Refused BAD_INPUT for a setting that the kind has not, and for what does not fit together
 */
export function checked(given: Given, row?: FieldRow): Checked {
  const type = (given.fieldType ?? row?.fieldType) as FieldType
  const has = settingsOfKind[type]
  const sent = Object.fromEntries(
    settings.flatMap((setting) => {
      const value = given[setting]
      const empty = value === undefined || value === null || value === '' || (flags.includes(setting) && value === 0)
      if (!has.includes(setting)) {
        if (!empty) throw bad(setting, `${typeWords(type)}字段没有这一项`)
        return [[setting, none(setting)]]
      }
      if (value === undefined) return row ? [] : [[setting, none(setting)]]
      return [[setting, empty ? none(setting) : value]]
    }),
  )
  const now = { ...row, ...given, ...sent } as FieldRow
  // the words of a default are kept as those of the choices are
  if (typeof sent.fieldDefault === 'string' && type === 2)
    now.fieldDefault = sent.fieldDefault = sent.fieldDefault
      .split(/[\n,，]/)
      .map((one) => one.trim())
      .filter(Boolean)
      .join('\n')
  if (has.includes('choices') && choicesIn(now.choices).length === 0) throw bad('choices', '请写出选项，一行一个')
  refuseBounds(now)
  refuseDefault(now)
  return { ...(given as Omit<Given, FieldSetting>), ...sent }
}
