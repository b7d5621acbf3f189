import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { LastSignIn } from '../../app/LastSignIn.tsx'
import { useRights } from '../../app/rights.ts'
import { leavesOf } from '../../app/SideMenu.tsx'
import { useMe } from '../../data/me.ts'
import { Loading } from '../../parts/States.tsx'
import { places } from '../article/calls.ts'
import { Pile } from './Pile.tsx'
import { newest, piles } from './piles.ts'
import { Waits } from './Waits.tsx'
import '../../parts/toolbar.css'
import './desk.css'

/** Where those begin who do not audit: a writer's own articles by where they stand, a reader's newest ones. */
export default function DeskScreen() {
  const { can, menu } = useRights()
  const navigate = useNavigate()
  const me = useMe()
  const mayAdd = can('article_saveAdmin') || can('article_saveRole')
  if (!me) return <Loading />
  return (
    <div className="desk">
      <div className="toolbar">
        <h1>
          {me.name}，{mayAdd ? '您的文章' : can('article_list') ? '最近发布的文章' : '您好'}
        </h1>
        <span className="grow" />
        {mayAdd && (
          <Button type="primary" onClick={() => navigate(places.add)}>
            新增文章
          </Button>
        )}
      </div>
      <LastSignIn />
      <Waits />
      {mayAdd ? (
        <div className="desk-piles">
          {piles.map((pile) => (
            <Pile key={pile.label} pile={pile} createdBy={me.userId} />
          ))}
        </div>
      ) : (
        <div className="desk-piles">
          {can('article_list') && <Pile pile={newest} />}
          <section className="panel" aria-label="您可以查看">
            <h2>您可以查看</h2>
            <ul className="desk-links">
              {leavesOf(menu, can).map((entry) => (
                <li key={entry.id}>
                  <Link to={entry.url ?? ''}>{entry.name}</Link>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </div>
  )
}
