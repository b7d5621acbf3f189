import type { Contract } from '../../core/contract/areas.ts'
import type { Handlers } from '../pipeline.ts'
import { article } from './article.ts'
import { auth } from './auth.ts'
import { column } from './column.ts'
import { file } from './file.ts'
import { generate } from './generate.ts'
import { home } from './home.ts'
import { log } from './log.ts'
import { menu } from './menu.ts'

/** What does the work of each area: a missing one does not compile. */
export const handlers: { readonly [A in keyof Contract]: Handlers<Contract[A]> } = {
  article,
  auth,
  column,
  file,
  generate,
  home,
  log,
  menu,
}
