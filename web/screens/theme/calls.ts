import { useLocation } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { llTheme } from '../../../core/contract/llTheme.ts'
import type { TopicCalls } from '../../../core/contract/theme/calls.ts'
import { theme } from '../../../core/contract/theme.ts'
import { themeCount } from '../../../core/contract/themeCount.ts'
import { xaxTheme } from '../../../core/contract/xaxTheme.ts'
import { themeGroups } from '../../../core/domain/theme-groups.ts'
import type { CommentState, ThemeMove } from '../../../core/domain/theme-moves.ts'
import { type ThemeArea, themeAreas } from '../../../core/domain/theme-names.ts'
import { callsOf } from '../../data/client.ts'
import { kindOf } from '../../parts/states/kind.ts'

/** A topic as lists show it, the whole of it, and what was replied. */
export type Brief = Output<TopicCalls['list']>['list'][number]
export type Topic = Output<TopicCalls['get']>
export type Reply = Topic['replyList'][number]

const shapes = { theme, llTheme, xaxTheme } as const

/** A group of topics as its screens work on it: its calls, where it stands, how its states look. */
function groupOf(area: ThemeArea) {
  const { flow, noun, title } = themeGroups[area]
  // the calls that all groups have are declared alike
  const shape = shapes[area] as unknown as TopicCalls
  const api = callsOf(shape)
  const list = `/main/interact/${area}`
  const places = { list, bin: `${list}/bin`, one: (id: string) => `${list}/${id}` }
  const back = { to: list, label: `返回${title}`, why: `这条${noun}可能已被删除，或者已转给别的部门。` }
  return { area, flow, noun, title, shape, api, places, back, ...kindOf<CommentState, ThemeMove>(flow, api) }
}
export type Group = ReturnType<typeof groupOf>

export const groups = Object.fromEntries(themeAreas.map((area) => [area, groupOf(area)])) as Readonly<
  Record<ThemeArea, Group>
>

/** The group whose screen this is: its address says so. */
export function useGroup(): Group {
  const { pathname } = useLocation()
  return groups[themeAreas.find((area) => pathname.split('/').includes(area)) ?? 'theme']
}

export const counts = callsOf(themeCount)
export const countsPlace = '/main/interact/theme/counts'
