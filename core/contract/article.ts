import { checking } from './article/check.ts'
import { history } from './article/history.ts'
import { reading } from './article/read.ts'
import { workflow } from './article/workflow.ts'
import { writing } from './article/write.ts'
import { spelledAs } from './endpoint.ts'

export { titleMax } from './article/fields.ts'
export { articleBrief, articleRow } from './article/rows.ts'

/** Articles: content, audit workflow, revisions, recycle bin; each part in a file of its own under `article/`. */
export const article = spelledAs(
  { articleId: ['articleID', 'id'] },
  { ...reading, ...checking, ...writing, ...workflow, ...history },
)
