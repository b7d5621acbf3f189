import type { Output } from '../../../core/contract/endpoint.ts'
import { industrialProject } from '../../../core/contract/industrialProject.ts'
import { projectFlow } from '../../../core/domain/industrialProject-states.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

export const api = callsOf(industrialProject)
/** One as lists show it, and whole. */
export type Brief = Output<typeof industrialProject.list>['list'][number]
export type IndustrialProject = Output<typeof industrialProject.get>
export const fields = ['title', 'company', 'industry', 'place', 'money', 'moneyCompany', 'content'] as const
export const hints = { money: '数字，单位在下一项选' }

export const places = {
  list: '/main/interact/industrialProject',
  bin: '/main/interact/industrialProject/bin',
  one: (id: string) => `/main/interact/industrialProject/${id}`,
}
export const backToList = { to: places.list, label: '返回工业项目', why: '它可能已被删除。' }

export const kind = kindOf(projectFlow, api, { online: ['publish'] })
export const { states, moves, takeBack, actOf, useActs } = kind
