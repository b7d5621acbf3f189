import { checking } from './article/check.ts'
import { history } from './article/history.ts'
import { links } from './article/links.ts'
import { goneOffSite } from './article/off-site.ts'
import { opened } from './article/open.ts'
import { placing } from './article/place.ts'
import { reading } from './article/read.ts'
import { relating } from './article/relevant.ts'
import { replacing } from './article/replace.ts'
import { searching } from './article/search.ts'
import { tasks } from './article/tasks.ts'
import { holding } from './article/validity.ts'
import { workflow } from './article/workflow.ts'
import { writing } from './article/write.ts'
import { spelledAs } from './endpoint.ts'

export { titleMax } from './article/fields.ts'
export { articleBrief, articleRow } from './article/rows.ts'

/** Articles: content, audit workflow, revisions, recycle bin; each part in a file of its own under `article/`. */
export const article = spelledAs(
  { articleId: ['articleID', 'id'] },
  {
    ...reading,
    ...checking,
    ...writing,
    ...workflow,
    ...history,
    ...placing,
    ...holding,
    ...relating,
    ...searching,
    ...tasks,
    ...replacing,
    ...goneOffSite,
    ...links,
    ...opened,
  },
)
