import { openSqlite } from '../../server/db/open.ts'
import { updateFinder } from '../../server/site/finder/update.ts'

/** A process for tests that end it hard: `node find-index.ts DATABASE FOLDER` makes the index beside a site's pages. Says "begun" and "done". */
const [, , database = '', folder = ''] = process.argv
const db = openSqlite(database)
console.log('begun')
const why = await updateFinder({ db, folder, now: () => Date.UTC(2026, 10, 26) }, () => false)
console.log(why ?? 'done')
await db.close()
