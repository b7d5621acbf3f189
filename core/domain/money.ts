/** Amounts: kept in whole 万元, and shown in 亿元 from 10,000 of them on (MoneyCompany). */
export const moneyCompanies = { 1: '万元', 2: '亿元' } as const
export type MoneyCompany = keyof typeof moneyCompanies

/** So many 万元 are an 亿元. */
const larger = 10_000
export const moneyMost = 100_000_000

/** In which unit an amount is shown. */
export const moneyCompanyOf = (money: number): MoneyCompany => (Math.abs(money) >= larger ? 2 : 1)

/** An amount as people read it: 「8000 万元」, 「1.25 亿元」; nothing of it is rounded away. Null: none is known. */
export function moneyWords(money: number | null | undefined): string | null {
  if (money === null || money === undefined) return null
  return `${moneyShare(money)} ${moneyCompanies[moneyCompanyOf(money)]}`
}

/** The number that stands before its unit: four places at most, since it is whole 万元. */
export const moneyShare = (money: number): string => String(moneyCompanyOf(money) === 2 ? money / larger : money)

/** An amount in whole 万元, as it was given in one of the units; null: it is no such amount. */
export function moneyIn(given: string, unit: MoneyCompany): number | null {
  const [, whole = '', parts = ''] = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(given.trim()) ?? []
  if (whole === '') return null
  const places = unit === 2 ? 4 : 0
  if (/[1-9]/.test(parts.slice(places))) return null
  const money = Number(whole) * 10 ** places + Number(parts.slice(0, places).padEnd(places, '0') || 0)
  return money <= moneyMost ? money : null
}
