import { contentModel } from '../../../core/contract/contentModel.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { callsOf } from '../../data/client.ts'

export const api = callsOf(contentModel)
export type Model = Output<typeof contentModel.getById>
export type ModelField = Output<typeof contentModel.getFromById>

export const rights = { add: 'contentModel_save', edit: 'contentModel_update', dels: 'contentModel_delete' } as const

export const places = {
  list: '/main/system/CustomModel',
  one: (id: string) => `/main/system/ModelDetails/${id}`,
}
export const backToList = { to: places.list, label: '返回自定义模型', why: '它可能已被删除。' }
