import { inbox as contract } from '../../core/contract/inbox.ts'
import * as made from '../db/migrations/202611230440-inbox.ts'
import * as smallSets from '../db/migrations/202611271310-small-sets.ts'
import { implement, whileUnchanged } from '../pipeline.ts'
import { countPiles, listPile } from '../rows/piles.ts'

/** Indexes from which the piles of other areas are counted. */
export const migrations = { '202611230440-inbox': made, '202611271310-small-sets': smallSets }

export const inbox = implement(contract, {
  count: whileUnchanged(countPiles),
  list: listPile,
})
