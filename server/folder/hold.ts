import { randomInt } from 'node:crypto'
import { sideBySide } from '../../core/text.ts'
import { markOf } from '../db/hold-database.ts'
import { holdPages } from '../db/one-starter.ts'
import { publicLock } from './locks.ts'

/** Keeps a folder of pages for a server while it runs. @throws Error with a Chinese reason where another one has it */
export type Hold = (pages: string) => void

const any = 2 ** 31 - 1

function take(pages: string, mark: number): () => void {
  let letGo: (() => void) | null
  try {
    letGo = holdPages(pages, mark)
  } catch (error) {
    throw new Error(`${pages} 中的 ${publicLock} 不能使用（${(error as Error).message}），请检查权限`)
  }
  if (letGo === null)
    throw new Error(
      `${pages} 正由另一个服务使用：请先停止它，或用 --site 另指定目录；数据目录是复制来试用的，改为用备份恢复出一个（xzx restore）。${sideBySide}`,
    )
  return letGo
}

/**
 * Keeps others off from the folders of pages in a place of their own, also those that are the same installation by all that is known of it,
 * such as one that was copied for a trial. Servers of one PostgreSQL and one data folder share them.
 */
export function holdingPages(databaseUrl: string | undefined, dataDir: string): { hold: Hold; letGo: () => void } {
  // of an embedded database there is one server: nobody shares its mark
  const mark = databaseUrl === undefined ? randomInt(1, any) : markOf(dataDir).mark
  const held: (() => void)[] = []
  return {
    hold: (pages) => void held.push(take(pages, mark)),
    letGo() {
      for (const letGo of held) letGo()
    },
  }
}
