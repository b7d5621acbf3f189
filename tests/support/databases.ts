import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'

/** The databases that a test can run on, here. */
export type Database = 'sqlite' | 'postgres'
export const databases: readonly Database[] = inject('postgres') ? ['sqlite', 'postgres'] : ['sqlite']

/** The address of one of its databases. */
export const postgresUrl = (name: string) =>
  `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(inject('postgres'))}`

/** Makes an empty PostgreSQL database; answers its address and how to drop it. */
export async function newPostgres(): Promise<{ url: string; drop(): Promise<void> }> {
  const { default: pg } = await import('pg')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: postgresUrl('postgres') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  return { url: postgresUrl(name), drop: () => run(`drop database ${name} with (force)`) }
}
