import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { idFile } from '../data.ts'

/** Numbers that no other lock of this database uses: starting in turn, and serving. */
const turn = 7_301_001
const serving = 7_301_002

/** A server that is being restarted may still be finishing its requests. */
const handoverMs = 2000
const lookMs = 100
/** After PostgreSQL was gone, so long until the lock is taken again. */
const againMs = 1000

/**
 * What a data folder is known by to the servers of a database: a number of its own and where that is kept. A copy of the folder is
 * another one; the same folder seen from two machines is the same.
 */
export function markOf(dataDir: string): { mark: number; forget: () => void } {
  const file = join(dataDir, idFile)
  const fresh = !existsSync(file)
  if (fresh) writeFileSync(file, `${randomUUID()}\n`)
  const text = `${readFileSync(file, 'utf8')} ${statSync(file).ino}`
  const mark = createHash('sha256').update(text).digest().readUInt32BE() >>> 1
  return { mark, forget: () => fresh && rmSync(file, { force: true }) }
}

type Client = import('pg').Client

/** Who holds the lock of another folder; null: nobody. Ours is held already, so that of two that start at once one sees the other. */
async function otherThan(client: Client, mark: number): Promise<string | null> {
  const { rows } = await client.query<{ who: string | null }>(
    `select a.application_name as who from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = ${serving} and l.objid <> ${mark} and l.granted
       and l.database = (select oid from pg_database where datname = current_database()) limit 1`,
  )
  return rows[0] ? (rows[0].who ?? '') : null
}

async function connected(url: string, dataDir: string): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    // PostgreSQL keeps 63 characters of ASCII: the machine first
    application_name: `xzx ${hostname()} ${dataDir}`,
  })
  // its end is heard below, and must not end the process
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Takes the lock for this folder, or says who has that of another one. */
async function take(client: Client, mark: number, waitMs: number): Promise<string | null> {
  const until = performance.now() + waitMs
  for (;;) {
    await client.query(`select pg_advisory_lock(${turn})`)
    const other = await otherThan(client, mark)
    if (other === null) await client.query(`select pg_advisory_lock_shared(${serving}, ${mark})`)
    await client.query(`select pg_advisory_unlock(${turn})`)
    if (other === null || performance.now() >= until) return other
    await sleep(lookMs)
  }
}

/** What became of asking for a database. */
export type Held = { readonly release: () => Promise<void> } | { readonly other: string }

/**
 * Holds a PostgreSQL database for the servers of one data folder: one of another folder would know nothing of uploads and pages here.
 * The lock ends with its connection, and is taken anew when PostgreSQL was gone meanwhile.
 * @param tell what is said when another folder's server came in between
 */
export async function holdDatabase(url: string, dataDir: string, tell: (other: string) => void): Promise<Held> {
  const { mark, forget } = markOf(dataDir)
  let released = false
  let told = false
  let client: Client | undefined

  const hold = async (): Promise<string | null> => {
    const made = await connected(url, dataDir)
    const other = await take(made, mark, handoverMs).catch(async (error: unknown) => {
      await made.end()
      throw error
    })
    if (other !== null || released) await made.end()
    else {
      client = made
      made.once('end', () => soon())
    }
    return other
  }
  const retake = async () => {
    const other = await hold()
    if (other === null) return
    if (!told) tell(other)
    told = true
    soon()
  }
  const soon = () => {
    if (!released) setTimeout(() => released || retake().catch(soon), againMs).unref()
  }

  const other = await hold().catch((error: unknown) => {
    forget()
    throw error
  })
  if (other !== null) {
    forget()
    return { other }
  }
  return {
    async release() {
      released = true
      await client?.end().catch(() => undefined)
    },
  }
}
