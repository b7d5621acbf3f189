import { moneyCompanies } from '../domain/money.ts'
import { choice, chosen, filter, sampled, text, words } from './shared.ts'

/** An amount as it is given: a number, and its unit; 万元 where none is named. */
export const moneyGiven = (title: string) => ({
  money: sampled(text(title, 20), '8000').nullish(),
  moneyCompany: filter(choice('金额单位', moneyCompanies)),
})
/** The same in a reply: the number in its unit, and both in words; what is answered may be sent again. */
export const moneyShown = (title: string) => ({
  money: words(title),
  moneyCompany: chosen('金额单位', moneyCompanies),
  moneyWords: words(`${title}和单位`),
})
