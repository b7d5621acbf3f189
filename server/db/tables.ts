import type { RowOf } from './table.ts'
import { article, revision } from './tables/article.ts'
import { column, columnRole } from './tables/column.ts'
import { file } from './tables/file.ts'
import { captcha, dept, resource, role, roleResource, session, signIn, user, userRole } from './tables/people.ts'
import { counter, job, log, logHead, requestKey, setting, touched } from './tables/system.ts'

/** Every table, by its name in the database. */
export const tables = {
  article,
  captcha,
  column,
  columnRole,
  counter,
  dept,
  file,
  job,
  log,
  logHead,
  requestKey,
  resource,
  revision,
  role,
  roleResource,
  session,
  setting,
  signIn,
  touched,
  user,
  userRole,
} as const

type Tables = typeof tables
/** The database as Kysely sees it. */
export type Schema = { [T in keyof Tables]: RowOf<Tables[T]['columns']> }
