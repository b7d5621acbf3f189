import { type MoneyCompany, moneyCompanyOf, moneyIn, moneyShare, moneyWords } from '../../core/domain/money.ts'
import { Refused } from '../../core/errors.ts'

interface Given {
  /** As it was given, or as it is stored: an earlier wording that is set back. */
  readonly money?: string | number | null | undefined
  readonly moneyCompany?: string | number | undefined
}

/** The column of an amount that was given, in whole 万元; nothing where none was. @throws Refused BAD_INPUT */
export function moneyColumn(title: string, { money, moneyCompany }: Given): { readonly money?: number | null } {
  if (money === undefined) {
    if (moneyCompany === undefined) return {}
    throw new Refused('MISSING_PARAMETER', `${title}（money）：改金额单位时请一并写明数额`)
  }
  if (money === null || money === '' || typeof money === 'number') return { money: money === '' ? null : money }
  const found = moneyIn(money, Number(moneyCompany ?? 1) as MoneyCompany)
  if (found !== null) return { money: found }
  throw new Refused('BAD_INPUT', `${title}（money）：应为数字，折合整万元，最多 10000 亿元`)
}

/** A row with its amount as replies show it. */
export function withMoney<R extends object>(row: R, money: number | null): R {
  const unit = money === null ? null : moneyCompanyOf(money)
  return { ...row, money: money === null ? null : moneyShare(money), moneyCompany: unit, moneyWords: moneyWords(money) }
}
