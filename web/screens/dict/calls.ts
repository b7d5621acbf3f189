import { eachByItself } from '../../../core/client/one-by-one.ts'
import { dict } from '../../../core/contract/dict.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(dict)

/** A dictionary among the others. */
export type Group = Output<typeof dict.groups>[number]
/** A dictionary, whole. */
export type Row = Output<typeof dict.save>
/** An entry. */
export type Entry = Output<typeof dict.saveNode>

/** Deletes several, each by itself: the contract's call takes one. */
export const removeEach: (
  input: { ids: string[] },
  options?: Parameters<typeof api.del>[1],
) => ReturnType<typeof eachByItself> = ({ ids }, options) =>
  eachByItself(ids, String, (id, each) => api.del({ id }, each), options)

export const rights = { add: 'dict_save', edit: 'dict_edit', remove: 'dict_del' } as const

/** Where the entries of a dictionary stand by themselves. */
export const entriesAt = (id: string) => `/main/system/dataDictDetail?dict=${id}`
/** Where a dictionary stands among the others. */
export const groupAt = (id: string) => `/main/system/dataDict?dict=${id}`
