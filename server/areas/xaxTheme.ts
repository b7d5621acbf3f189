import { xaxTheme as contract } from '../../core/contract/xaxTheme.ts'
import { implement } from '../pipeline.ts'
import { topicsOf } from '../themes/topics.ts'

const { handlers, piles: waiting } = topicsOf('xaxTheme', contract)
export const piles = waiting
export const demo = () => import('../demo/xaxTheme.ts')

/** Topics of everyday life: nothing but what all groups have. */
export const xaxTheme = implement(contract, { ...handlers })
