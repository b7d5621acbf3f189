import { product, productBrief } from '../../../core/contract/product.ts'
import { productFlow } from '../../../core/domain/product-states.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { KindList, kindColumns, updatedColumn } from '../../parts/states/KindList.tsx'
import { api, type Brief, fields, hints, kind, places } from './calls.ts'

const columns = kindColumns<Brief>(kind, places, 240, [
  { field: 'company', width: 180 },
  { field: 'moneyWords', width: 120 },
  { field: 'summary', width: 240, hidden: true },
  updatedColumn(),
])
const filters = filtersOf(product.list, ['title', 'company'])

/** 产品展示. */
export default function ProductScreen() {
  return (
    <KindList
      flow={productFlow}
      {...{ kind, places, columns, filters, fields, hints }}
      calls={api}
      counts={api.counts}
      row={productBrief}
      shape={product.add.input.shape}
      fresh={{ moneyCompany: 1 }}
    />
  )
}
