import { useCall } from '../../data/calls.ts'
import { api, type Brief } from '../article/calls.ts'
import { privateIn } from '../article/word-hits.ts'

/** Whether what is to be judged stands on the screen, and the words for when it does not. */
export interface Read {
  readonly is: 'shown' | 'coming' | 'missing'
  readonly says: string
  /** Somebody's own data stand in it. */
  readonly personal?: boolean
}

const shown: Read = { is: 'shown', says: '' }
const coming = (what: string): Read => ({ is: 'coming', says: `${what}还没有显示，请看过再通过` })
const missing = (what: string): Read => ({ is: 'missing', says: `${what}没有读到，请按 Shift+R 刷新，看过再通过` })

/** The page of an article, and of a revision what it changes: nothing is passed before it can be read. */
export function useRead(row: Brief | undefined): Read {
  const articleId = row?.articleId ?? ''
  const revisionId = row?.review?.revisionId ?? ''
  const options = (enabled: boolean) => ({ enabled, quiet: true })
  const page = useCall('article.webGeneratorView', api.webGeneratorView, { articleId }, options(articleId !== ''))
  const copy = useCall('article.revision', api.revision, { revisionId }, options(revisionId !== ''))
  const check = useCall(
    'article.articleSensitiveList',
    api.articleSensitiveList,
    { articleId },
    options(articleId !== ''),
  )
  const parts = [
    { what: '正文', part: page },
    { what: '内容检测的结果', part: check },
    ...(revisionId === '' ? [] : [{ what: '修订内容', part: copy }]),
  ]
  const personal = check.data !== undefined && privateIn(check.data)
  const open = parts.find(({ part }) => part.isFetching || part.error || part.data === undefined)
  if (!row || !open) return { ...shown, personal }
  return open.part.error && !open.part.isFetching ? missing(open.what) : coming(open.what)
}
