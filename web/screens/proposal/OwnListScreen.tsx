import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { proposalBrief } from '../../../core/contract/proposal/rows.ts'
import { proposal } from '../../../core/contract/proposal.ts'
import { jointly } from '../../../core/domain/proposal-states.ts'
import { useRights } from '../../app/rights.ts'
import { useStale } from '../../data/calls.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { api, places } from './calls.ts'
import { columnsOf, filters } from './columns.tsx'

const columns = columnsOf(places.ownOne)

/** The reader's own proposals, and the form of a new one. */
export default function OwnListScreen() {
  const navigate = useNavigate()
  const { can } = useRights()
  const stale = useStale()
  const [adding, setAdding] = useState(false)
  const add = async (input: Parameters<typeof api.add>[0]) => {
    const saved = await api.add(input)
    await stale('proposal')
    return saved
  }
  return (
    <>
      <ListScreen
        name="我的提案"
        call="proposal.myList"
        from={api.myList}
        row={proposalBrief}
        idField="id"
        titleOf={(row) => row.title ?? ''}
        columns={columns}
        order={[{ field: 'createdAt', order: 'desc' }]}
        tabs={
          <p className="no-print">
            {can('proposal_add') && (
              <Button type="primary" onClick={() => setAdding(true)}>
                提交提案
              </Button>
            )}{' '}
            <Link to={places.list}>全部提案</Link>
          </p>
        }
        filters={filters}
        onOpen={({ id }) => navigate(places.ownOne(id))}
        empty="还没有本人的提案。"
      />
      {adding && (
        <RowDialog
          name="提案"
          area="proposal"
          calls={{ get: api.get, add, edit: api.edit }}
          shape={proposal.add.input.shape}
          fields={['title', 'type', 'class', 'partners', 'openFlag', 'content']}
          hints={{
            content: '写明情况、问题和具体建议，一事一案',
            openFlag: '提案和答复都要承办单位也同意才公开',
            partners: '联名提案写联名的委员',
          }}
          when={{ partners: ({ type }) => Number(type) === jointly }}
          title="提交提案"
          ok="提交"
          fresh={{}}
          live={() => '提交后由提案机构审查，审查前可以修改，是否提交？'}
          close={() => setAdding(false)}
        />
      )}
    </>
  )
}
