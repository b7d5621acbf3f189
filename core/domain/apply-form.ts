import { isPerson } from './apply-outcomes.ts'
import { isIdNumber } from './personal.ts'

/** What the legal form must have by who asks, and by how they want to be answered (政府信息公开条例第二十九条). */

export interface ApplyForm {
  readonly applicant: unknown
  readonly way: unknown
  readonly idNumber?: string | undefined
  readonly orgCode?: string | undefined
  readonly contact?: string | undefined
  readonly address?: string | undefined
  readonly email?: string | undefined
}
type Field = 'idNumber' | 'orgCode' | 'contact' | 'address' | 'email'

/** A number as it is kept: half width, in capitals, without blanks. */
const plain = (text = '') => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

interface Rule {
  readonly field: Field
  /** It belongs to who asks; of others it is not kept. */
  readonly of?: 'person' | 'organisation'
  readonly needed: (form: ApplyForm) => boolean
  readonly fits: (text: string) => boolean
  readonly says: string
}

const rules: readonly Rule[] = [
  {
    ...{ field: 'idNumber', of: 'person', needed: () => true },
    fits: isIdNumber,
    says: '公民申请应填写 18 位居民身份证号，请逐位核对',
  },
  {
    ...{ field: 'orgCode', of: 'organisation', needed: () => true },
    fits: (text) => /^[0-9A-HJ-NPQRTUWXY]{18}$/.test(text),
    says: '法人或其他组织申请应填写 18 位统一社会信用代码',
  },
  {
    ...{ field: 'contact', of: 'organisation', needed: () => true, fits: () => true },
    says: '法人或其他组织申请应填写联系人',
  },
  {
    ...{ field: 'address', needed: ({ way }) => Number(way) === 0, fits: () => true },
    says: '选择邮寄的应填写通讯地址',
  },
  {
    ...{ field: 'email', needed: ({ way }) => Number(way) === 1 },
    fits: (text) => /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text),
    says: '应填写电子邮箱，例如 name@example.com',
  },
]
const numbers: readonly Field[] = ['idNumber', 'orgCode']
const belongs = ({ of }: Rule, form: ApplyForm) => of === undefined || (of === 'person') === isPerson(form.applicant)

/** What each of these fields is kept as; empty where it does not belong to who asks. */
export const tidied = (form: ApplyForm): Readonly<Record<Field, string>> =>
  Object.fromEntries(
    rules.map((rule) => {
      const { field } = rule
      const given = numbers.includes(field) ? plain(form[field]) : (form[field]?.trim() ?? '')
      return [field, belongs(rule, form) ? given : '']
    }),
  ) as Record<Field, string>

/** What is wrong with a form, by its fields. */
export function formFaults(form: ApplyForm): { readonly field: Field; readonly says: string }[] {
  const kept = tidied(form)
  return rules
    .filter(
      (rule) => belongs(rule, form) && (kept[rule.field] === '' ? rule.needed(form) : !rule.fits(kept[rule.field])),
    )
    .map(({ field, says }) => ({ field, says }))
}
