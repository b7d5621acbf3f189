import { type MoneyCompany, moneyCompanyOf, moneyIn, moneyShare, moneyWords } from '../../core/domain/money.ts'
import { Refused } from '../../core/errors.ts'

interface Given {
  /** As it was given, or as it is stored: an earlier wording that is set back. */
  readonly money?: string | number | null | undefined
  readonly moneyCompany?: string | number | undefined
}

/**
 * The column of an amount that was given, in whole 万元; nothing where none was. Of number and unit what is not given stays as it is shown.
 * @param before what the row has so far
 * @throws Refused BAD_INPUT
 */
export function moneyColumn(
  title: string,
  { money, moneyCompany }: Given,
  before: number | null = null,
): { readonly money?: number | null } {
  if (typeof money === 'number') return { money }
  const number = money === undefined && moneyCompany !== undefined && before !== null ? moneyShare(before) : money
  if (number === undefined) return {}
  if (number === null || number === '') return { money: null }
  const unit = moneyCompany ?? (before === null ? 1 : moneyCompanyOf(before))
  const found = moneyIn(number, Number(unit) as MoneyCompany)
  if (found !== null) return { money: found }
  throw new Refused('BAD_INPUT', `${title}（money）：应为数字，折合整万元，最多 10000 亿元`)
}

/** A row with its amount as replies show it. */
export function withMoney<R extends object>(row: R, money: number | null): R {
  const unit = money === null ? null : moneyCompanyOf(money)
  return { ...row, money: money === null ? null : moneyShare(money), moneyCompany: unit, moneyWords: moneyWords(money) }
}
